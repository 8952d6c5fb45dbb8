import type { DataSource } from 'typeorm';
import type { MotifRetrait, Statut } from '#contract/vocabulary';
import type { PublicationKind } from '#sources/publication';
import type { Word } from './match/impose-link.js';

/** All that is known of how a notice came to be what it is. Instants are RFC 3339 texts in UTC. */
export interface AvisHistory {
  id: string;
  source: string;
  /** Identifier of its initial publication; null when a replay no longer gives the notice. */
  racine: string | null;
  /** Why it waits for the worker, or null. */
  en_attente: string | null;
  /** Oldest first. */
  versions: VersionEntry[];
  /** In the order of the archive. */
  publications: PublicationEntry[];
  decisions: DecisionEntry[];
  links: {
    /** The notice of its own source that took its publications. */
    remplace_par: string | null;
    /** Those whose publications it took. */
    remplace: string[];
  };
}

export interface VersionEntry {
  version: string;
  statut: Statut;
  motif_retrait: MotifRetrait | null;
  /** Served fields that changed; null for a first version, a retirement, a return. */
  champs: string[] | null;
  reason: string | null;
}

export interface PublicationEntry {
  identifiant: string;
  kind: PublicationKind;
  date_publication: string | null;
  cites: string[];
  collected_at: string;
  url: string;
}

export interface DecisionEntry {
  verbe: 'couper' | 'retablir' | 'supprimer' | 'confirmer_disparition' | 'ecarter_disparition' | Word;
  /** Set when it concerned the whole source. */
  source: string | null;
  /** Set when it concerned this notice and another one. */
  autre_avis_id: string | null;
  motif: string | null;
  decide_le: string;
}

const SECONDS = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;

/** @returns null when no notice ever had this id. */
export async function historyOf(db: DataSource, id: string): Promise<AvisHistory | null> {
  const [avis] = await db.query<{ source: string; racine: string | null; remplace_par: string | null }[]>(
    `select source, racine, remplace_par from write.avis where id = $1
     union all select source, null, null from read.avis where id = $1 limit 1`,
    [id],
  );
  if (avis === undefined) return null;
  const versions = await db.query<VersionEntry[]>(
    `select to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, statut, motif_retrait,
       champs, reason from write.historique h where avis_id = $1 order by h.version`,
    [id],
  );
  const publications = await db.query<PublicationEntry[]>(
    `select p.identifiant, p.kind, p.date_publication::text, p.cites, d.url,
       to_char(d.collected_at at time zone 'UTC', ${SECONDS}) as collected_at
     from write.publication p join write.document d on d.id = p.document_id where p.avis_id = $1 order by d.id`,
    [id],
  );
  const decisions = await db.query<DecisionEntry[]>(
    `select verbe, source, autre_avis_id, motif, to_char(decide_le at time zone 'UTC', ${SECONDS}) as decide_le
     from write.decision where avis_id = $1 or source = $2 order by id`,
    [id, avis.source],
  );
  const replaced = await db.query<{ id: string }[]>(
    'select id from write.avis where remplace_par = $1 order by racine',
    [id],
  );
  const [waiting] = await db.query<{ reason: string; error: string | null }[]>(
    `select reason, error from write.a_apparier where avis_id = $1
     union all select reason, error from write.a_projeter where avis_id = $1 limit 1`,
    [id],
  );
  return {
    id,
    source: avis.source,
    racine: avis.racine,
    en_attente: waiting === undefined ? null : (waiting.error ?? waiting.reason),
    versions,
    publications,
    decisions,
    links: { remplace_par: avis.remplace_par, remplace: replaced.map((row) => row.id) },
  };
}
