import type { EntityManager } from 'typeorm';
import type { Publication } from '#sources/publication';
import type { AvisFacts } from '../../fold/facts.js';
import { foldAvis } from '../../fold/fold.js';
import { bounded } from '../../match/bounded.js';
import { type MatchNotice, matchNoticeOf } from '../../match/notice.js';
import type { FactsSchema } from '../facts-schema.js';

export interface Folded {
  /** Null for a notice of which nothing can be served yet. */
  folded: Map<string, AvisFacts | null>;
  /** The same as the comparison sees them. */
  notices: Map<string, MatchNotice | null>;
  /** Notices that our own code failed on, with the error. */
  failures: Map<string, string>;
}

/** Folds notices, each from all its publications. One that is in no table any more is null. */
export async function foldQueued(manager: EntityManager, schema: FactsSchema, ids: readonly string[]): Promise<Folded> {
  const avis = await manager.query<{ id: string; racine: string }[]>(
    `select id, racine from ${schema}.avis where id = any($1::uuid[])`,
    [ids],
  );
  const publications = await manager.query<{ avis_id: string; body: Publication }[]>(
    `select avis_id, body from ${schema}.publication where avis_id = any($1::uuid[])`,
    [ids],
  );
  const byAvis = new Map<string, Publication[]>();
  for (const { avis_id: id, body } of publications) {
    const list = byAvis.get(id);
    if (list === undefined) byAvis.set(id, [body]);
    else list.push(body);
  }
  const racines = new Map(avis.map(({ id, racine }) => [id, racine]));
  const result: Folded = { folded: new Map(), notices: new Map(), failures: new Map() };
  for (const id of ids) {
    try {
      const own = byAvis.get(id) ?? [];
      const racine = racines.get(id);
      const facts = racine === undefined ? null : foldAvis(racine, own);
      const notice = facts === null ? null : bounded(matchNoticeOf(id, facts, own));
      result.folded.set(id, facts);
      result.notices.set(id, notice);
    } catch (error) {
      result.failures.set(id, String(error).slice(0, 500));
    }
  }
  return result;
}
