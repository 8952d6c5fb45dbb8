import type { FactPart } from './fact-part.js';
import { known } from './fact-part.js';

const SOURCES = `select s.code as source, s.coupee as cut, s.completude_moyenne::float8 / 100 as completeness,
    extract(epoch from s.derniere_collecte)::float8 as collected,
    extract(epoch from clock_timestamp() - s.due_at)::float8 as late,
    coalesce(h.failures, 0) as failures, h.opened_at is not null as open, coalesce(d.absents, 0) as held
  from read.source s left join write.source_health h on h.source = s.code
  left join write.disparition_retenue d on d.source = s.code`;

interface Row {
  source: string;
  cut: boolean;
  completeness: number | null;
  collected: number | null;
  /** Seconds past the time at which a collection should have succeeded, negative before; null for one not collected. */
  late: number | null;
  failures: number;
  open: boolean;
  held: number;
}

/** The 18 sources as the worker last saw them (refresh-sources, each minute and after each run). */
export const sources: FactPart = {
  name: 'sources',
  everyMs: 15_000,
  metrics: [
    {
      name: 'marches_source_lateness_seconds',
      help: 'Seconds past two cadences without a successful collection; absent for a source that is not collected.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_last_collection_timestamp_seconds',
      help: 'When a collection last succeeded.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_failures',
      help: 'Collections that failed in a row.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_circuit_open',
      help: '1 while the source is left alone after repeated failure.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_cut',
      help: '1 while an operator has cut the source out of service.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_disappearances_held',
      help: 'Notices that the source no longer shows, too many at once: held until an operator says so.',
      kind: 'gauge',
      labels: ['source'],
    },
    {
      name: 'marches_source_completeness_ratio',
      help: 'Mean completeness of what the source itself published, 0 to 1.',
      kind: 'gauge',
      labels: ['source'],
    },
  ],
  async ask(db) {
    const { rows } = await db.query<Row>(SOURCES);
    const read = (value: (row: Row) => number | null) =>
      rows.flatMap((row) => known(value(row), { source: row.source }));
    return {
      marches_source_lateness_seconds: read(({ late }) => (late === null ? null : Math.max(0, late))),
      marches_source_last_collection_timestamp_seconds: read(({ collected }) => collected),
      marches_source_failures: read(({ failures }) => failures),
      marches_source_circuit_open: read(({ open }) => Number(open)),
      marches_source_cut: read(({ cut }) => Number(cut)),
      marches_source_disappearances_held: read(({ held }) => held),
      marches_source_completeness_ratio: read(({ completeness }) => completeness),
    };
  },
};
