import { isRecord, type Read } from '../read-value.js';

/** A line that was refused, counted from 1, and all that is wrong with it. */
export interface Fault {
  ligne: number;
  fautes: string[];
}

export interface Line<T> {
  ligne: number;
  value: T;
}

/**
 * Reads JSON lines one at a time; empty ones are passed over.
 * @param read what a line's object is. @param onFault told of each line that is refused.
 */
export async function* readJsonLines<T>(
  lines: AsyncIterable<string> | Iterable<string>,
  read: (value: Record<string, unknown>) => Read<T>,
  onFault: (fault: Fault) => void,
): AsyncGenerator<Line<T>> {
  let ligne = 0;
  for await (const text of lines) {
    ligne += 1;
    if (text.trim() === '') continue;
    const value = parsed(text);
    const result: Read<T> = isRecord(value) ? read(value) : { ok: false, faults: ['use one JSON object a line'] };
    if (result.ok) yield { ligne, value: result.value };
    else onFault({ ligne, fautes: result.faults });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
