import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ANSWER_SCHEMA, INSTRUCTION, questionOf } from './consigne.js';
import { guardedFetch } from './guarded-fetch.js';
import { EvaluationFault, type Modele, type Reponse } from './modele.js';
import { readEvaluation } from './read-evaluation.js';
import type { ModeleSettings } from './role.js';

/** Bounds what an answer costs; leaves room to models that think before they answer. */
const TOKENS_MAX = 2000;

/** A model behind an OpenAI-compatible chat endpoint that gives structured answers. */
export function chatModele({
  url,
  nom,
  cle,
  timeoutMs,
}: Omit<ModeleSettings, 'appelsParJour' | 'appelsParMinute'>): Modele {
  const service = createOpenAICompatible({
    name: 'modele',
    baseURL: url,
    ...(cle === null ? {} : { apiKey: cle }),
    fetch: guardedFetch(timeoutMs),
    supportsStructuredOutputs: true,
    transformRequestBody: isOpenAi(url) ? withOwnNameOfTokensMax : (body) => body,
  });
  const model = service.chatModel(nom);
  return {
    nom,
    async evaluer(profil, annonce, signal) {
      const result = await told(async () =>
        model.doGenerate({
          prompt: [
            { role: 'system', content: INSTRUCTION },
            { role: 'user', content: [{ type: 'text', text: questionOf(profil, annonce) }] },
          ],
          responseFormat: { type: 'json', name: 'evaluation', schema: ANSWER_SCHEMA },
          maxOutputTokens: TOKENS_MAX,
          abortSignal: signal,
        }),
      );
      return readResult(result);
    },
  };
}

type Result = Awaited<ReturnType<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doGenerate']>>;

function readResult({ content, finishReason, usage, response }: Result): Reponse {
  if (finishReason.unified === 'content-filter' || hasRefusal(response?.body)) throw new EvaluationFault('refused');
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const { inputTokens, outputTokens } = usage;
  const jetons = (inputTokens.total ?? 0) + (outputTokens.total ?? 0);
  return { ...readEvaluation(text), jetons: Number.isSafeInteger(jetons) && jetons > 0 ? jetons : null };
}

/** The client leaves out what OpenAI's protocol says of a refusal. */
function hasRefusal(body: unknown): boolean {
  const [choice] = (body as { choices: { message: { refusal?: unknown } }[] } | undefined)?.choices ?? [];
  return typeof choice?.message.refusal === 'string' && choice.message.refusal !== '';
}

/** What went wrong before there was an answer is a fault already; the client's own errors are about what it says. */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof EvaluationFault ? error : new EvaluationFault('malformed');
  }
}

/** OpenAI's own newer models refuse `max_tokens`; other services know nothing else. */
function isOpenAi(url: string): boolean {
  return new URL(url).hostname === 'api.openai.com';
}

function withOwnNameOfTokensMax({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
