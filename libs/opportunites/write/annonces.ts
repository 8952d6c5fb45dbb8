import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { AvisDetail } from '#contract/avis';
import type { Annonce } from '../annonce.js';
import { motsDe } from '../words.js';

/** Row of write.annonce. */
export interface StoredAnnonce {
  annonce: Annonce;
  ouvert: boolean;
  /** SHA-256 of what the notice says of the purchase. */
  empreinte: Buffer;
}

/** A served notice, from read.avis. */
export interface ServedAvis {
  id: string;
  ouvert: boolean;
  departements: string[];
  /** JSON text served as the detail. */
  detail: string;
}

/** What changes without the purchase changing: no reason to ask anybody's opinion of it again. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'version',
  'statut',
  'licence',
  'mention',
  'lien_source',
  'completude',
  'completude_version',
  'champs_manquants',
  'publie_aussi_sur',
  'origines',
  'liens',
]);

/** Pure. @throws when the detail is no notice: a defect of ours. */
export function annonceOf({ id, ouvert, departements, detail }: ServedAvis): StoredAnnonce {
  const avis = JSON.parse(detail) as AvisDetail;
  const { cpv, budget, type_marche, procedure } = avis;
  const mots = motsDe(`${avis.titre ?? ''} ${avis.description ?? ''}`);
  const said = JSON.stringify(Object.entries(avis).filter(([field]) => !BOOKKEEPING.has(field)));
  return {
    annonce: { id, cpv, mots, departements, budget, type_marche, procedure },
    ouvert,
    empreinte: createHash('sha256').update(said).digest(),
  };
}

export async function storeAnnonces(manager: EntityManager, stored: readonly StoredAnnonce[]): Promise<void> {
  if (stored.length === 0) return;
  await manager.query(
    `insert into write.annonce as a (avis_id, ouvert, empreinte, cpv, departements, mots, facts)
     select r.avis_id, r.ouvert, decode(r.empreinte, 'hex'), r.cpv, r.departements, r.mots, r.facts
     from json_to_recordset($1::json) as r (avis_id uuid, ouvert boolean, empreinte text, cpv text, departements text[],
       mots text[], facts json)
     order by r.avis_id
     on conflict (avis_id) do update set ouvert = excluded.ouvert, empreinte = excluded.empreinte, cpv = excluded.cpv,
       departements = excluded.departements, mots = excluded.mots, facts = excluded.facts
     where (a.ouvert, a.empreinte, a.departements, a.mots)
       is distinct from (excluded.ouvert, excluded.empreinte, excluded.departements, excluded.mots)`,
    [JSON.stringify(stored.map(rowOf))],
  );
}

export async function removeAnnonces(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await manager.query('delete from write.annonce where avis_id = any($1::uuid[])', [ids]);
}

function rowOf({ annonce, ouvert, empreinte }: StoredAnnonce) {
  const { id, cpv, departements, mots, budget, type_marche, procedure } = annonce;
  const facts = { budget, type_marche, procedure };
  return { avis_id: id, ouvert, empreinte: empreinte.toString('hex'), cpv, departements, mots, facts };
}
