import type { AvisSynchronise, PageParcours } from '../../answers.js';
import { ApiError } from '../../errors.js';
import type { ParcoursAvis } from '../../queries.js';

const MARGIN_MS = 600_000;
const MEMORY_MS = 60_000;
const WINDOW_MS = 30 * 86_400_000;

type Statut = AvisSynchronise['statut'];

/**
 * Cursor mode of the contract over a list in memory, with its margin, its 30 days, its memory of one minute for
 * copies, and a clock that a test moves. Pages are small, so that little data makes many.
 */
export class ModelApi {
  now = Date.parse('2026-01-05T08:00:00Z');
  readonly notices = new Map<string, { id: string; version: string; statut: Statut }>();
  /** The next request with a cursor is told that it is invalid. */
  refusesCursor = false;
  private readonly memory = new Map<string, { at: number; page: PageParcours }>();
  private last = 0;

  constructor(private readonly pageSize: number) {}

  /** Stamps a notice as the service does: unique versions, never behind the clock. */
  put(id: string, statut: Statut): void {
    this.last = Math.max(this.last + 1, this.now * 1000);
    this.notices.set(id, { id, statut, version: versionOf(this.last) });
  }

  walkAvis(query: ParcoursAvis = {}): Promise<PageParcours> {
    return Promise.resolve(query).then((asked) => this.page(asked));
  }

  private page(query: ParcoursAvis): PageParcours {
    const { updated_since, curseur } = query;
    if (updated_since !== undefined && this.now - Date.parse(updated_since) > WINDOW_MS)
      throw refuse('resync_required');
    const filters = `${query.statut ?? ''}/${updated_since ?? ''}/`;
    const wrong = curseur !== undefined && (this.refusesCursor || !curseur.startsWith(filters));
    this.refusesCursor = false;
    if (wrong) throw refuse('invalid_cursor');
    const key = `${filters}${curseur ?? ''}`;
    const known = updated_since === undefined ? this.memory.get(key) : undefined;
    if (known !== undefined && this.now - known.at < MEMORY_MS) return known.page;
    const page = this.compute(query, filters, curseur?.slice(filters.length) ?? '');
    this.memory.set(key, { at: this.now, page });
    return page;
  }

  private compute({ statut = 'ouvert', updated_since }: ParcoursAvis, filters: string, after: string): PageParcours {
    const horizon = versionOf((this.now - MARGIN_MS) * 1000);
    const asked = [...this.notices.values()].filter((one) =>
      updated_since !== undefined ? one.version >= updated_since : isCopied(one.statut, statut),
    );
    const found = asked
      .filter(({ version }) => version > after && version <= horizon)
      .sort((a, b) => (a.version < b.version ? -1 : 1));
    const data = found.slice(0, this.pageSize);
    const next = found.length > this.pageSize ? `${filters}${data.at(-1)!.version}` : null;
    const total = after === '' ? asked.length : null;
    const meta = { per_page: this.pageSize, curseur_suivant: next, total, synchronise_jusqu_a: horizon };
    return { data: data as AvisSynchronise[], meta };
  }
}

/** Whether a full copy of `wanted` holds notices of this statut. */
export function isCopied(statut: Statut, wanted: string): boolean {
  return statut !== 'retire' && (wanted === 'tous' || statut === wanted);
}

function versionOf(microseconds: number): string {
  const seconds = new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000).padStart(6, '0')}Z`;
}

function refuse(code: 'resync_required' | 'invalid_cursor'): ApiError {
  return new ApiError(code, 400, code, null, null);
}
