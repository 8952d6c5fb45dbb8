import type { SourceState } from '#avis/write/collection-states';
import type { Run } from '#avis/write/run-reports';
import type { SourcePlan } from '#sources/plan';
import { sourceOf } from '#sources/registry';
import { Badge } from '../parts/badge.js';
import { duree, instant, jour, nombre, relatif } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Meter } from '../parts/meter.js';
import { Sparkline } from '../parts/sparkline.js';
import { StackedBars } from '../parts/stacked-bars.js';
import { Table } from '../parts/table.js';
import { Tiles } from '../parts/tiles.js';
import { daysUntil, DAYS, type SourceDays } from '../queries/publications-per-day.js';
import type { ServiceState } from '../queries/service-state.js';
import { issueOf } from './run-issue.js';
import { mostAndOthers } from './most-and-others.js';
import { etatOf } from './source-etat.js';

export interface SourceLine {
  plan: SourcePlan;
  state: SourceState | undefined;
  completude: number | null;
  run: Run | undefined;
  /** Epoch milliseconds; null where nothing is planned, or the queue does not answer. */
  prochaine: number | null;
}

interface Props {
  shown: Shown;
  lines: readonly SourceLine[];
  days: readonly SourceDays[];
  service: ServiceState;
  /** Work that waits in all stages. */
  attente: number;
}

/** Each source of notices: state, lateness, completeness, what it published. */
export function SourcesPage({ shown, lines, days, service, attente }: Props) {
  const { now } = shown;
  const etats = lines.map(({ plan, state }) => etatOf(plan, state));
  const bad = etats.filter(({ tone }) => tone === 'bad').length;
  const collected = lines.filter(({ plan }) => plan.collected).length;
  const countsOf = (code: string) =>
    days.find(({ source }) => source === code)?.counts ?? new Array<number>(DAYS).fill(0);
  return (
    <Layout {...shown} title="Sources">
      <Tiles
        tiles={[
          {
            label: 'Sources en difficulté',
            value: nombre(bad),
            detail: `sur ${nombre(collected)} collectées`,
            tone: bad > 0 ? 'bad' : collected === 0 ? 'quiet' : 'good',
          },
          {
            label: 'Avis ouverts servis',
            value: service.loading ? '…' : nombre(service.ouverts),
            detail: service.loading ? 'premier chargement en cours' : 'toutes sources',
          },
          {
            label: 'Dernière projection',
            value: service.projection_age === null ? 'aucune' : `il y a ${duree(service.projection_age)}`,
          },
          { label: 'Travail en attente', value: nombre(attente), detail: 'toutes étapes' },
        ]}
      />
      <StackedBars
        title={`Avis publiés par jour et par source, ${DAYS} derniers jours`}
        columns={daysUntil(now).map(jour)}
        series={mostAndOthers(
          days.map(({ source, counts }) => ({ name: sourceOf(source)?.nom ?? source, values: counts })),
        )}
        empty="Aucun avis publié ces trente derniers jours."
      />
      <h2>Les {lines.length} sources</h2>
      <Table
        caption="Sources, dans l’ordre de leur rang"
        rows={lines}
        empty="Aucune source."
        columns={[
          {
            title: 'Source',
            of: ({ plan }) => (
              <>
                <a href={`/executions?source=${plan.source}`}>{sourceOf(plan.source)?.nom ?? plan.source}</a>
                <small>{plan.source}</small>
              </>
            ),
          },
          { title: 'État', of: (line) => <Etat line={line} now={now} /> },
          {
            title: 'Avis par jour, 30\u00a0j',
            of: ({ plan }) => <Sparkline values={countsOf(plan.source)} label={sparklineText(countsOf(plan.source))} />,
          },
          { title: 'Avis servis', of: ({ state }) => nombre(state?.avis ?? 0), numeric: true },
          {
            title: 'Complétude',
            of: ({ completude }) =>
              completude === null ? null : (
                <Meter value={completude} max={100} label="Complétude moyenne" text={`${nombre(completude)} %`} />
              ),
          },
          {
            title: 'Dernière collecte',
            of: ({ state }) =>
              state?.derniere_collecte == null ? null : (
                <time dateTime={state.derniere_collecte} title={`${instant(state.derniere_collecte)} UTC`}>
                  {relatif(state.derniere_collecte, now)}
                </time>
              ),
          },
          { title: 'Prochaine', of: (line) => prochaineText(line, now) },
          {
            title: 'Dernière exécution',
            of: ({ run }) => {
              if (run === undefined) return null;
              const issue = issueOf(run);
              return (
                <>
                  <Badge tone={issue.tone}>{issue.text}</Badge>
                  {run.outcome === 'failed' && run.reason !== null && <small class="reason">{run.reason}</small>}
                </>
              );
            },
          },
        ]}
      />
    </Layout>
  );
}

function Etat({ line: { plan, state }, now }: { line: SourceLine; now: number }) {
  const { tone, text } = etatOf(plan, state);
  const held = state?.disparitions_retenues ?? 0;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {state?.circuit === 'ouvert' && state.reessai !== null && <small>réessai {relatif(state.reessai, now)}</small>}
      {state !== undefined && state.echecs_de_suite > 1 && <small>{state.echecs_de_suite} échecs de suite</small>}
      {held > 0 && <small>{nombre(held)} disparitions retenues</small>}
    </>
  );
}

function prochaineText({ plan, prochaine }: SourceLine, now: number): string | null {
  if (!plan.collected || prochaine === null) return null;
  return prochaine <= now ? 'imminente' : relatif(prochaine, now);
}

function sparklineText(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${nombre(total)} avis en ${DAYS} jours, ${nombre(counts.at(-1) ?? 0)} aujourd’hui`;
}
