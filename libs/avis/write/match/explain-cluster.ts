import type { DataSource, EntityManager } from 'typeorm';
import type { MotifRetrait } from '#contract/vocabulary';
import type { OperatorLink } from '../../match/clusters.js';
import { pairKey } from '../../match/pair-key.js';
import { byPrecedence, canonicalOf, type Place } from '../../project/place.js';
import { placesOf } from '../places.js';
import type { ProjectReason } from '../queue.js';
import { readStandings, type Standings } from '../standings.js';
import { type JudgedPair, judgeAround } from './judge-around.js';
import type { StoredLink } from './link-store.js';

/** Why a notice is grouped as it is. Instants are RFC 3339 texts in UTC. */
export interface ClusterExplanation {
  id: string;
  /** Null when it stands alone. */
  cluster_id: string | null;
  /** The one served of them; null when none can be. */
  canonique_id: string | null;
  /** False when its publications do not make it whole, or were never folded: it is compared with nothing. */
  compare: boolean;
  /** In the order of the canonical choice. */
  membres: ExplainedNotice[];
  /** What `liens`, `separes`, `decisions` and `incertains` name outside of the cluster. */
  autres: ExplainedNotice[];
  /** Links of the members, strongest first. */
  liens: (StoredLink & {
    /** False when it is refused: a pair of the two groups that it would join is kept apart. */
    retenu: boolean;
  })[];
  /** Pairs that something parts although they are linked, connected or alike. */
  separes: JudgedPair[];
  decisions: OperatorWord[];
  /** Pairs that are nearly the same: nothing is done of them without the operator's word. */
  incertains: JudgedPair[];
  /** Pairs of `separes` and `incertains` left out, those with the smallest scores. */
  omis: number;
  /** What the worker has yet to do with a member: what is said here may change with it. */
  en_attente: { id: string; stage: 'match' | 'project'; reason: ProjectReason; error: string | null }[];
}

export interface ExplainedNotice {
  id: string;
  source: string;
  /** Identifier of its initial publication; null when a replay no longer gives it. */
  racine: string | null;
  titre: string | null;
  date_publication: string | null;
  cluster_id: string | null;
  /** Null while its publications were never folded. */
  servi: boolean | null;
  motif_retrait: MotifRetrait | null;
  canonique_id: string | null;
}

export interface OperatorWord extends OperatorLink {
  motif: string | null;
  decide_le: string;
  /** Whether the clusters are so now; not so while the worker has yet to do it, or where it contradicts another word. */
  suivie: boolean;
}

const MOST_PAIRS = 20;

/** @returns null when no notice ever had this id. */
export function explainCluster(db: DataSource, id: string): Promise<ClusterExplanation | null> {
  return db.transaction('REPEATABLE READ', async (manager) => {
    if (!(await isKnown(manager, id))) return null;
    const asked = await readStandings(manager, 'write', [id]);
    const members = [...asked.setOf(id)].sort(byPrecedence).map((one) => one.id);
    const links = await readLinks(manager, members);
    const words = await readWords(manager, members);
    const ends = [...links, ...words.filter(({ decision }) => decision === 'lier')].flatMap(({ a, b }) => [a, b]);
    const beyond = await readStandings(manager, 'write', [...new Set([id, ...ends])]);
    const connected = outsideOf(
      members,
      ends.flatMap((end) => beyond.setOf(end).map((one) => one.id)),
    );
    const said = new Set(words.map(({ a, b }) => pairKey(a, b)));
    const firstAsked = [id, ...members.filter((one) => one !== id)];
    const judged = (await judgeAround(manager, firstAsked, connected)).filter(({ a, b }) => !said.has(pairKey(a, b)));
    const [apart, unsure] = [judged.filter(({ veto }) => veto !== null), judged.filter(({ veto }) => veto === null)];
    const [separes, incertains] = [apart.slice(0, MOST_PAIRS), unsure.slice(0, MOST_PAIRS)];

    const others = outsideOf(
      members,
      [...links, ...words, ...separes, ...incertains].flatMap(({ a, b }) => [a, b]),
    );
    const standings = await readStandings(manager, 'write', [...members, ...others]);
    const places = await placesOf(manager, 'write', [...members, ...others], standings);
    const together = (a: string, b: string) => sameCluster(standings, a, b);
    return {
      id,
      cluster_id: asked.of(id).cluster,
      canonique_id: canonicalOf(asked.setOf(id))?.id ?? null,
      compare: asked.of(id).facts !== null,
      membres: members.map((one) => noticeOf(one, standings, places)),
      autres: others.map((one) => noticeOf(one, standings, places)),
      liens: links.map((link) => ({ ...link, retenu: together(link.a, link.b) })),
      separes,
      decisions: words.map((word) => ({ ...word, suivie: together(word.a, word.b) === (word.decision === 'lier') })),
      incertains,
      omis: judged.length - separes.length - incertains.length,
      en_attente: await readWaiting(manager, members),
    };
  });
}

async function isKnown(manager: EntityManager, id: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'select from write.avis where id = $1 union all select from read.avis where id = $1',
    [id],
  );
  return rows.length > 0;
}

async function readLinks(manager: EntityManager, ids: readonly string[]): Promise<StoredLink[]> {
  return manager.query<StoredLink[]>(
    `select a, b, regle, score, champs from write.link where a = any($1::uuid[]) or b = any($1::uuid[])
     order by regle = 'ressemblance', score desc, a, b`,
    [ids],
  );
}

async function readWords(manager: EntityManager, ids: readonly string[]): Promise<Omit<OperatorWord, 'suivie'>[]> {
  return manager.query<Omit<OperatorWord, 'suivie'>[]>(
    `select a, b, decision, motif, to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as decide_le
     from write.imposed_link l where a = any($1::uuid[]) or b = any($1::uuid[]) order by l.decide_le, a, b`,
    [ids],
  );
}

async function readWaiting(manager: EntityManager, ids: readonly string[]): Promise<ClusterExplanation['en_attente']> {
  return manager.query<ClusterExplanation['en_attente']>(
    `select avis_id as id, 'match' as stage, reason, error from write.a_apparier where avis_id = any($1::uuid[])
     union all
     select avis_id, 'project', reason, error from write.a_projeter where avis_id = any($1::uuid[]) order by 2, 1`,
    [ids],
  );
}

function noticeOf(id: string, standings: Standings, places: ReadonlyMap<string, Place>): ExplainedNotice {
  const { source, racine, facts, cluster } = standings.of(id);
  const place = places.get(id);
  const retired = place === undefined || place === 'served' ? null : place;
  return {
    id,
    source,
    racine,
    titre: facts?.content.titre ?? null,
    date_publication: facts?.date_publication ?? null,
    cluster_id: cluster,
    servi: place === undefined ? null : place === 'served',
    motif_retrait: retired?.motif ?? null,
    canonique_id: retired?.canonique_id ?? null,
  };
}

function outsideOf(members: readonly string[], ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((one) => !members.includes(one));
}

function sameCluster(standings: Standings, a: string, b: string): boolean {
  const cluster = standings.of(a).cluster;
  return cluster !== null && cluster === standings.of(b).cluster;
}
