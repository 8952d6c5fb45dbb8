import type { FactPart } from './fact-part.js';
import { known } from './fact-part.js';

/** A backlog is counted up to here: beyond, the exact figure changes nothing and counting it costs. */
const COUNTED_UP_TO = 250_000;

/** Work tables by the stage that takes from them. Names are of our own code. */
const STAGES = [
  { stage: 'match', table: 'write.a_apparier' },
  { stage: 'project', table: 'write.a_projeter' },
  { stage: 'noter', table: 'write.a_noter' },
  { stage: 'noter-profils', table: 'write.profil_a_noter' },
  { stage: 'recalculer-contrats', table: 'write.a_recalculer', part: "objet = 'contrat'" },
  { stage: 'recalculer-prestataires', table: 'write.a_recalculer', part: "objet = 'prestataire'" },
  { stage: 'recalculer-acheteurs', table: 'write.a_recalculer', part: "objet = 'acheteur'" },
  { stage: 'project-attributions', table: 'write.a_recalculer', part: "objet = 'attribution'" },
] as const;

/** Of what never failed: one row that our code fails on is another matter, and would be the oldest for ever. */
const ONE_STAGE = ({ stage, table, part = 'true' }: (typeof STAGES)[number] & { part?: string }) =>
  `select '${stage}' as stage,
     (select count(*)::int from (select 1 from ${table} where ${part} limit ${COUNTED_UP_TO}) w) as waiting,
     (select count(*)::int from (select 1 from ${table} where ${part} and attempts > 0 limit ${COUNTED_UP_TO}) w) as failing,
     (select extract(epoch from clock_timestamp() - since)::float8 from ${table} where ${part} and attempts = 0
      order by since limit 1) as oldest`;

const NORMALISE = `select 'normalise' as stage,
  (select count(*)::int from (select 1 from write.a_normaliser limit ${COUNTED_UP_TO}) w) as waiting, 0 as failing,
  (select extract(epoch from clock_timestamp() - collected_at)::float8 from write.document
   where id = (select min(document_id) from write.a_normaliser)) as oldest`;

interface Row {
  stage: string;
  waiting: number;
  failing: number;
  /** Seconds; null when nothing waits. */
  oldest: number | null;
}

/** Work to do, by stage. */
export const stages: FactPart = {
  name: 'stages',
  everyMs: 15_000,
  metrics: [
    {
      name: 'marches_stage_waiting',
      help: `Rows that wait for a stage, those that failed included; counted up to ${COUNTED_UP_TO}.`,
      kind: 'gauge',
      labels: ['stage'],
    },
    {
      name: 'marches_stage_failing',
      help: 'Rows that our own code failed on, put off and tried again: a defect of ours.',
      kind: 'gauge',
      labels: ['stage'],
    },
    {
      name: 'marches_stage_oldest_age_seconds',
      help: 'Age of the oldest row that waits for a stage and never failed; 0 when none does.',
      kind: 'gauge',
      labels: ['stage'],
    },
  ],
  async ask(db) {
    const { rows } = await db.query<Row>([NORMALISE, ...STAGES.map(ONE_STAGE)].join('\nunion all\n'));
    const read = (value: (row: Row) => number | null) => rows.flatMap((row) => known(value(row), { stage: row.stage }));
    return {
      marches_stage_waiting: read(({ waiting }) => waiting),
      marches_stage_failing: read(({ failing }) => failing),
      marches_stage_oldest_age_seconds: read(({ oldest }) => Math.max(0, oldest ?? 0)),
    };
  },
};
