import { createHash } from 'node:crypto';

/** Where a visitor stands in the result list: what the software keeps in `PRADO_PAGESTATE`. */
export interface PageState {
  page: number;
  size: number;
}

export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100, 500];
export const FIRST_STATE: PageState = { page: 1, size: 10 };
/** The real ones weigh 16 to 100 kB: enough to notice who forgets to send it back whole. */
const PADDING = 3000;

/** The state as the hidden field holds it: letters of base64, signed like the real one. */
export function writeState(state: PageState): string {
  const text = JSON.stringify({ ...state, reste: 'x'.repeat(PADDING) });
  return Buffer.from(`${signature(text)}${text}`).toString('base64');
}

/** The state that a post-back sends back; null for one that the software did not write. */
export function readState(field: string | null): PageState | null {
  const text = Buffer.from(field ?? '', 'base64').toString('utf8');
  const body = text.slice(SIGNATURE_LENGTH);
  if (body === '' || text.slice(0, SIGNATURE_LENGTH) !== signature(body)) return null;
  const { page, size } = JSON.parse(body) as PageState;
  return { page, size };
}

const SIGNATURE_LENGTH = 40;

function signature(text: string): string {
  return createHash('sha1').update(`feeds ${text}`).digest('hex');
}
