import type { Command } from 'commander';
import { sourceOf } from '#sources/registry';
import { durationText } from '../output/duration-text.js';
import { issueText } from '../output/run-text.js';
import { type Column, table } from '../output/table.js';
import { when } from '../output/when.js';
import { lastRunOfEach, type Run } from '#avis/write/run-reports';
import { sourcePlans } from '../queries/source-plans.js';
import { type SourceState, sourceStates } from '#avis/write/collection-states';
import type { Session } from '../session.js';
import { addSourceCollecter } from './source-collecter.js';
import { addSourceEtat } from './source-etat.js';
import { addSourceRegler } from './source-regler.js';

type Listed = Pick<
  SourceState,
  'avis' | 'retard_minutes' | 'circuit' | 'reessai' | 'disparitions_retenues' | 'derniere_collecte'
> & {
  code: string;
  etat: string;
  adresse: string | null;
  cadence_secondes: number;
  en_pause: boolean;
  derniere_execution: Run | null;
};

const COLUMNS: Column<Listed>[] = [
  { title: 'code', of: (row) => row.code },
  { title: 'etat', of: (row) => row.etat },
  { title: 'avis', of: (row) => row.avis, align: 'right' },
  { title: 'cadence', of: cadenceText, align: 'right' },
  { title: 'derniere_collecte', of: (row) => when(row.derniere_collecte) },
  { title: 'retard', of: (row) => row.retard_minutes, align: 'right' },
  { title: 'circuit', of: (row) => (row.circuit === 'ferme' ? 'fermé' : 'ouvert') },
  { title: 'retenues', of: (row) => row.disparitions_retenues || null, align: 'right' },
  { title: 'exécution', of: (row) => row.derniere_execution && issueText(row.derniere_execution) },
];

/** `30m`, `en pause`, `sans adresse`. */
function cadenceText({ adresse, cadence_secondes: seconds, en_pause: paused }: Listed): string {
  if (adresse === null) return 'sans adresse';
  return paused ? 'en pause' : durationText(seconds);
}

/** `http://… · circuit ouvert, réessai 2026-11-21 09:40 UTC · refused: …`: where it is read, and what keeps it from being read. */
function belowText({ adresse, circuit, reessai, derniere_execution: run }: Listed): string | null {
  if (adresse === null) return null;
  const retry = circuit === 'ferme' ? [] : [`circuit ouvert, réessai ${when(reessai) ?? ''}`];
  const reason = run?.reason == null ? [] : [run.reason];
  return [adresse, ...retry, ...reason].join(' · ');
}

export function addSource(program: Command, session: Session): void {
  const source = program.command('source').description('the 18 sources of notices');
  addSourceCollecter(source, session);
  addSourceEtat(source, session);
  addSourceRegler(source, session);

  source
    .command('lister')
    .description('each source: where and how often it is read, what it brought, whether it is late or left alone')
    .addHelpText(
      'after',
      '\nExample:\n  ops source lister\n\nretard: minutes; retenues: notices held back (ops disparitions).',
    )
    .action(async () => {
      const [plans, states, runs] = await session.withDatabase(async (db) => [
        await sourcePlans(db, session.configuration()),
        await sourceStates(db),
        await lastRunOfEach(db),
      ]);
      const sources = plans.map((plan) => {
        const { nom, rediffusion } = sourceOf(plan.source) ?? { nom: plan.source, rediffusion: false };
        const state = states.find((candidate) => candidate.code === plan.source);
        return {
          code: plan.source,
          nom,
          rediffusion,
          etat: state?.coupee === true ? 'coupee' : 'active',
          adresse: plan.adresse,
          cadence_secondes: plan.cadenceSeconds,
          en_pause: plan.enPause,
          retard_minutes: state?.retard_minutes ?? null,
          circuit: state?.circuit ?? 'ferme',
          echecs_de_suite: state?.echecs_de_suite ?? 0,
          reessai: state?.reessai ?? null,
          disparitions_retenues: state?.disparitions_retenues ?? 0,
          avis: state?.avis ?? 0,
          derniere_collecte: state?.derniere_collecte ?? null,
          derniere_publication: state?.derniere_publication ?? null,
          derniere_execution: runs.find((run) => run.source === plan.source) ?? null,
        };
      });
      session.output.print(sources, () => table(sources, COLUMNS, '', belowText));
    });
}
