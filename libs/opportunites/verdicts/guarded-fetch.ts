import { readRetryAfter } from '#platform/http/retry-delay';
import { EvaluationFault } from './modele.js';

/** An evaluation takes a few hundred bytes; the hidden thoughts of some models, much more. */
const ANSWER_MAX = 262_144;

/**
 * `fetch` for a service that is not trusted: bounded in time and size, without redirections, which would take notices
 * elsewhere. Answers other than good ones are faults, and nothing of what they say is kept.
 */
export function guardedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ?? null;
    try {
      const answer = await fetch(input, {
        ...init,
        redirect: 'manual',
        signal: signal === null ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (answer.status !== 200) {
        await answer.body?.cancel();
        const retryAfter = answer.headers.get('retry-after') ?? undefined;
        throw new EvaluationFault('status', answer.status, readRetryAfter(retryAfter, Date.now()));
      }
      return new Response(await readCapped(answer), { status: answer.status, headers: answer.headers });
    } catch (error) {
      if (error instanceof EvaluationFault) throw error;
      throw new EvaluationFault(signal?.aborted === true ? 'aborted' : timeout.aborted ? 'timeout' : 'unreachable');
    }
  };
}

async function readCapped(answer: Response): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > ANSWER_MAX) throw new EvaluationFault('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
