import { canariIn } from '../sirene/canari.js';

/**
 * The canary is the company of the simulated registers that may not be disclosed: found anywhere, it fails the test.
 * @param text an answer, a log, what a process printed. @param where for whoever reads the failure.
 */
export function expectNoCanari(text: string, where: string): void {
  const found = canariIn(text);
  if (found === null) return;
  const at = text.toLowerCase().indexOf(found);
  throw new Error(
    `${where} tells of a company that may not be disclosed: …${text.slice(Math.max(0, at - 300), at + 300)}…`,
  );
}
