import fc from 'fast-check';
import type { Publication } from '#sources/publication';
import { avisId } from '../fold/identity.js';
import { publication } from './publications.js';

/** What may happen to the notices of the model; `n` is one of NOTICES. */
export type Step =
  | { do: 'publish'; n: number; titre: string; days: number | null; departement: string; budget: number }
  | { do: 'cancel' | 'reopen' | 'duplicate' | 'separate' | 'delete' | 'return'; n: number }
  | { do: 'cut'; source: ModelSource }
  | { do: 'restore'; source: ModelSource }
  | { do: 'wait'; days: number };

export const MODEL_SOURCES = ['boamp', 'ted'] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];
const NOTICES = 6;
export const DEPARTEMENTS = ['42', '69', '2A'] as const;
/** Far from the database's own clock, which lists also ask. */
export const START = '2090-01-02T00:00:00.000Z';
const DAY_MS = 86_400_000;

export function someSteps(): fc.Arbitrary<Step[]> {
  const n = fc.integer({ min: 0, max: NOTICES - 1 });
  const source = fc.constantFrom(...MODEL_SOURCES);
  const publish = fc.record({
    do: fc.constant('publish' as const),
    n,
    titre: fc.constantFrom('A', 'B', 'C'),
    days: fc.option(fc.integer({ min: -5, max: 60 }), { nil: null }),
    departement: fc.constantFrom(...DEPARTEMENTS),
    budget: fc.constantFrom(10, 20, 30),
  });
  const about = fc.record({
    do: fc.constantFrom('cancel', 'reopen', 'duplicate', 'duplicate', 'separate', 'delete', 'return'),
    n,
  });
  return fc.array(
    fc.oneof(
      { weight: 5, arbitrary: publish },
      { weight: 5, arbitrary: about },
      { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cut', 'restore'), source }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 100 }) }) },
    ),
    { minLength: 10, maxLength: 50, size: 'max' },
  );
}

/** What a client sees of a notice, and what filters compare: for a retired one its last served values. */
export interface Seen {
  id: string;
  source: ModelSource;
  statut: 'ouvert' | 'clos' | 'retire';
  motif_retrait?: 'doublon' | 'supprime' | 'source_coupee';
  canonique_id?: string | null;
  titre?: string;
  departement: string | null;
  budget: number | null;
  /** RFC 3339; null for no deadline. */
  date_limite: string | null;
}

interface Content {
  titre: string;
  date_limite: string | null;
  departement: string;
  budget: number;
  date_publication: string;
}

interface Notice {
  content: Content | null;
  cancelled: boolean;
  /** Told to correct the one before it. */
  duplicate: boolean;
  deleted: boolean;
}

/**
 * The service as a plain table of facts: what each notice is now, from what was published, decided and cut, and from the
 * clock. Notices 0 and 1, 2 and 3… are neighbours of one source; the odd one may be told to be the even one's duplicate.
 */
export class Model {
  now = new Date(START);
  readonly seen = new Map<string, Seen>();
  /** How often each served form changed. */
  readonly changes = new Map<string, number>();
  private readonly notices: Notice[] = Array.from({ length: NOTICES }, () => ({
    content: null,
    cancelled: false,
    duplicate: false,
    deleted: false,
  }));
  private readonly cut = new Set<ModelSource>();

  sourceOf(n: number): ModelSource {
    return n < NOTICES / 3 ? 'ted' : 'boamp';
  }

  idOf(n: number): string {
    return avisId(this.sourceOf(n), identifiant(n));
  }

  /** Applies a step. @returns the document that tells it, or null; false when the step makes no sense now. */
  apply(step: Step): Publication | null | false {
    if (step.do === 'wait') {
      this.now = new Date(this.now.getTime() + step.days * DAY_MS);
      return null;
    }
    if (step.do === 'cut' || step.do === 'restore') {
      if (this.cut.has(step.source) === (step.do === 'cut')) return false;
      if (step.do === 'cut') this.cut.add(step.source);
      else this.cut.delete(step.source);
      return null;
    }
    const { n } = step;
    const notice = this.notices[n]!;
    if (step.do === 'publish') {
      const { titre, days, departement, budget } = step;
      const date_limite = days === null ? null : rfc(new Date(this.now.getTime() + days * DAY_MS));
      const date_publication = notice.content?.date_publication ?? this.now.toISOString().slice(0, 10);
      notice.content = { titre, date_limite, departement, budget, date_publication };
      return this.document(n);
    }
    if (notice.content === null) return false;
    switch (step.do) {
      case 'cancel':
      case 'reopen':
        notice.cancelled = step.do === 'cancel';
        return publication(`26-9${String(n)}`, {
          source: this.sourceOf(n),
          kind: 'cancellation',
          cites: [identifiant(n)],
          closes: notice.cancelled,
          date_publication: notice.content.date_publication,
        });
      case 'duplicate':
      case 'separate':
        // The one before must be known: its id would be served with this content else.
        if (n % 2 === 0 || this.notices[n - 1]!.content === null) return false;
        notice.duplicate = step.do === 'duplicate';
        return this.document(n);
      case 'delete':
      case 'return':
        if (notice.deleted === (step.do === 'delete')) return false;
        notice.deleted = step.do === 'delete';
        return null;
    }
  }

  /** Brings `seen` up to date, as if every stage had run. */
  settle(): void {
    for (const n of this.notices.keys()) {
      const id = this.idOf(n);
      const before = this.seen.get(id);
      const after = this.look(n, before);
      if (after === null) continue;
      this.seen.set(id, after);
      if (JSON.stringify(formOf(before)) !== JSON.stringify(formOf(after))) {
        this.changes.set(id, (this.changes.get(id) ?? 0) + 1);
      }
    }
  }

  private look(n: number, before: Seen | undefined): Seen | null {
    const notice = this.notices[n]!;
    if (notice.content === null) return null;
    const source = this.sourceOf(n);
    const id = this.idOf(n);
    const kept = {
      departement: before?.departement ?? null,
      budget: before?.budget ?? null,
      date_limite: before?.date_limite ?? null,
    };
    const retired = (motif_retrait: Seen['motif_retrait'], canonique_id: string | null = null): Seen => ({
      id,
      source,
      statut: 'retire',
      ...(motif_retrait === undefined ? {} : { motif_retrait }),
      canonique_id,
      ...kept,
    });
    if (notice.deleted) return retired('supprime');
    if (notice.duplicate)
      return this.notices[n - 1]!.deleted ? retired('supprime') : retired('doublon', this.idOf(n - 1));
    // Nobody knows a notice that was never served: it gets no retired form.
    if (this.cut.has(source)) return before === undefined ? null : retired('source_coupee');
    // A whole correction replaces the content, and closes with its own cancellation.
    const other = this.notices[n + 1];
    const corrected = n % 2 === 0 && other?.duplicate === true;
    const { titre, date_limite, departement, budget } = (corrected ? other.content : null) ?? notice.content;
    const closed =
      notice.cancelled || (corrected && other.cancelled) || this.isPast(date_limite, notice.content.date_publication);
    return { id, source, statut: closed ? 'clos' : 'ouvert', titre, departement, budget, date_limite };
  }

  private isPast(date_limite: string | null, date_publication: string): boolean {
    if (date_limite !== null) return Date.parse(date_limite) <= this.now.getTime();
    // Steps are whole days from midnight UTC: past the 181st midnight in Paris, an hour or two earlier.
    return this.now.getTime() >= Date.parse(`${date_publication}T00:00:00Z`) + 181 * DAY_MS;
  }

  private document(n: number): Publication {
    const { content, duplicate } = this.notices[n]!;
    const { titre, date_limite, departement, budget, date_publication } = content!;
    return publication(identifiant(n), {
      source: this.sourceOf(n),
      ...(duplicate ? { kind: 'correction' as const, whole: true, cites: [identifiant(n - 1)] } : {}),
      date_publication,
      // Each names its procedure: none is another source's.
      keys: { procedure_uuid: this.idOf(n), joue: [], boamp: [], consultations: [], reference_acheteur: null },
      content: { titre, date_limite, budget, lieu_execution: { departements: [departement], code_nuts: null } },
    });
  }
}

/** What a change of is a change of the served form. */
export function formOf(seen: Seen | undefined): unknown {
  if (seen === undefined) return null;
  const { statut, motif_retrait, canonique_id, titre, departement, budget, date_limite } = seen;
  return statut === 'retire'
    ? { statut, motif_retrait, canonique_id }
    : { statut, titre, departement, budget, date_limite };
}

function identifiant(n: number): string {
  return `26-${String(n + 1)}`;
}

function rfc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
