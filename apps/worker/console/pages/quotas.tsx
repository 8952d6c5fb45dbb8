import type { CompteQuota } from '#access/quota/operate';
import { compte, jour, nombre } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Meter } from '../parts/meter.js';
import { StackedBars } from '../parts/stacked-bars.js';
import { Table } from '../parts/table.js';
import { daysUntil } from '../queries/publications-per-day.js';
import type { UsageDay } from '../queries/usage.js';
import { mostAndOthers } from './most-and-others.js';

interface Props {
  shown: Shown;
  quotas: readonly CompteQuota[];
  usage: readonly UsageDay[];
}

const NO_KEY = 'Sans clé valable';

/** What each account was served today and asked for lately. */
export function QuotasPage({ shown, quotas, usage }: Props) {
  const days = daysUntil(shown.now);
  return (
    <Layout {...shown} title="Quotas et usage">
      <StackedBars
        title={`Requêtes par jour et par compte, ${days.length} derniers jours`}
        columns={days.map(jour)}
        series={mostAndOthers(seriesOf(usage, days))}
        empty="Aucune requête ces trente derniers jours."
      />
      <h2>Quotas du jour (UTC)</h2>
      <Table
        caption="Enregistrements servis aujourd’hui"
        rows={quotas}
        empty="Aucun compte : npm run ops -- compte creer."
        columns={[
          { title: 'Compte', of: ({ nom }) => nom },
          { title: 'Famille', of: ({ famille }) => famille },
          {
            title: 'Consommé',
            of: ({ consomme, limite, nom, famille }) => (
              <Meter value={consomme} max={limite} label={`Quota ${famille} de ${nom}`} />
            ),
          },
          { title: 'Enregistrements', of: ({ consomme }) => nombre(consomme), numeric: true },
          { title: 'Limite', of: ({ limite }) => nombre(limite), numeric: true },
          { title: 'Fixée', of: ({ fixee }) => (fixee ? 'par l’exploitant' : 'par défaut') },
        ]}
      />
      <h2>Requêtes par compte</h2>
      <Table
        caption="Requêtes des trente derniers jours, par compte"
        rows={totalsOf(usage)}
        empty="Aucune requête."
        columns={[
          { title: 'Compte', of: ({ nom }) => nom },
          { title: 'Servies', of: ({ servies }) => nombre(servies), numeric: true },
          { title: 'Refusées (4xx)', of: ({ refusees }) => nombre(refusees), numeric: true },
          { title: 'Indisponibles (5xx)', of: ({ indisponibles }) => nombre(indisponibles), numeric: true },
          {
            title: 'Dernier jour',
            of: ({ dernier, total }) => `${jour(dernier)}, ${compte(total, 'requête', 'requêtes')} en tout`,
          },
        ]}
      />
    </Layout>
  );
}

function seriesOf(usage: readonly UsageDay[], days: readonly string[]) {
  return [...groups(usage)].map(([name, rows]) => ({
    name,
    values: days.map((day) => rows.filter((row) => row.jour === day).reduce((sum, row) => sum + totalOf(row), 0)),
  }));
}

function totalsOf(usage: readonly UsageDay[]) {
  const sum = (rows: readonly UsageDay[], of: (row: UsageDay) => number) => rows.reduce((all, row) => all + of(row), 0);
  return [...groups(usage)]
    .map(([nom, rows]) => ({
      nom,
      servies: sum(rows, (row) => row.servies),
      refusees: sum(rows, (row) => row.refusees),
      indisponibles: sum(rows, (row) => row.indisponibles),
      total: sum(rows, totalOf),
      dernier:
        rows
          .map((row) => row.jour)
          .sort()
          .at(-1) ?? '',
    }))
    .sort((one, other) => other.total - one.total);
}

/** Of each account; two of the same name are told apart by their ids. */
function groups(usage: readonly UsageDay[]): Map<string, UsageDay[]> {
  const ids = new Map<string, string>();
  for (const { compte_id, compte: nom } of usage) if (compte_id !== null) ids.set(compte_id, nom ?? compte_id);
  const alone = (nom: string) => [...ids.values()].filter((other) => other === nom).length === 1;
  const nameOf = ({ compte_id }: UsageDay) => {
    if (compte_id === null) return NO_KEY;
    const nom = ids.get(compte_id) ?? compte_id;
    return alone(nom) ? nom : `${nom} (${compte_id.slice(0, 8)})`;
  };
  const found = new Map<string, UsageDay[]>();
  for (const row of usage) found.set(nameOf(row), [...(found.get(nameOf(row)) ?? []), row]);
  return found;
}

function totalOf({ servies, refusees, indisponibles }: UsageDay): number {
  return servies + refusees + indisponibles;
}
