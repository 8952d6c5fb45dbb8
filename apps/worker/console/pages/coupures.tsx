import { type Cible, CIBLES } from '#access/switches/cibles';
import { SOURCES, sourceOf } from '#sources/registry';
import { FORM_FIELD } from '../../http/form-field.js';
import { Badge } from '../parts/badge.js';
import { instant } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Table } from '../parts/table.js';
import type { SourceDecision } from '../queries/decisions.js';

export interface Switch {
  kind: 'cible' | 'source';
  code: string;
  nom: string;
  coupee: boolean;
  /** Since when, RFC 3339; null where nobody wrote it down. */
  depuis: string | null;
}

interface Props {
  shown: Shown;
  switches: readonly Switch[];
  decisions: readonly SourceDecision[];
  /** What was just done, or why it could not be. */
  said: { text: string; done: boolean } | null;
}

/** The switches of the API and of the sources, each with a confirmation. */
export function CoupuresPage({ shown, switches, decisions, said }: Props) {
  return (
    <Layout {...shown} title="Coupures">
      {said !== null && (
        <p class={said.done ? 'done' : 'refusal'} role="status">
          {said.text}
        </p>
      )}
      <h2>API et ressources</h2>
      <p>Ce qui est coupé répond 503 dans les deux secondes ; le reste continue. Les sources suivent les avis.</p>
      <Switches shown={shown} caption="Coupures de l’API" switches={switches.filter(({ kind }) => kind === 'cible')} />
      <h2>Sources</h2>
      <p>
        Les avis d’une source coupée quittent les listes aussitôt et sont retirés (<code>source_coupee</code>) ; sa
        collecte continue. La rétablir les sert de nouveau.
      </p>
      <Switches
        shown={shown}
        caption="Coupures des sources"
        switches={switches.filter(({ kind }) => kind === 'source')}
      />
      <h2>Dernières décisions sur les sources</h2>
      <Table
        caption="Décisions, la plus récente d’abord"
        rows={decisions}
        empty="Aucune décision."
        columns={[
          { title: 'Source', of: ({ source }) => sourceOf(source)?.nom ?? source },
          { title: 'Décision', of: ({ verbe }) => verbe.replaceAll('_', ' ') },
          { title: 'Motif', of: ({ motif }) => motif },
          { title: 'Le (UTC)', of: ({ decide_le }) => <time dateTime={decide_le}>{instant(decide_le)}</time> },
        ]}
      />
    </Layout>
  );
}

function Switches({ shown, caption, switches }: { shown: Shown; caption: string; switches: readonly Switch[] }) {
  return (
    <Table
      caption={caption}
      rows={switches}
      empty=""
      columns={[
        {
          title: 'Quoi',
          of: ({ nom, code }) => (
            <>
              {nom}
              <small>{code}</small>
            </>
          ),
        },
        {
          title: 'État',
          of: ({ coupee, depuis }) => (
            <>
              <Badge tone={coupee ? 'bad' : 'good'}>{coupee ? 'Coupée' : 'En service'}</Badge>
              {coupee && depuis !== null && <small>depuis le {instant(depuis)} UTC</small>}
            </>
          ),
        },
        { title: 'Action', of: (one) => shown.formToken && <Toggle one={one} formToken={shown.formToken} /> },
      ]}
    />
  );
}

/** Opened first, then confirmed: nobody cuts by a slip. */
function Toggle({ one, formToken }: { one: Switch; formToken: string }) {
  const { kind, code, nom, coupee } = one;
  const field = `motif-${kind}-${code}`;
  const verbe = coupee ? 'retablir' : 'couper';
  return (
    <details class="toggle">
      <summary>
        {coupee ? 'Rétablir…' : 'Couper…'}
        <span class="unseen"> {nom}</span>
      </summary>
      <form method="post" action="/coupures">
        <input type="hidden" name={FORM_FIELD} value={formToken} />
        <input type="hidden" name="genre" value={kind} />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="verbe" value={verbe} />
        <label for={field}>Motif, pour l’historique</label>
        <input id={field} name="motif" maxLength={300} autocomplete="off" />
        {code === ('api' satisfies Cible) && !coupee && (
          <label class="sure">
            <input type="checkbox" required /> Toute l’API répondra 503 à tous ses clients.
          </label>
        )}
        <button type="submit" class={coupee ? 'primary' : 'danger'}>
          {coupee ? `Oui, rétablir ${nom}` : `Oui, couper ${nom}`}
        </button>
      </form>
    </details>
  );
}

const NAMES: Readonly<Record<Cible, string>> = {
  api: 'Toute l’API',
  avis: 'Avis (et sources)',
  opportunites: 'Opportunités',
  prestataires: 'Prestataires',
  acheteurs: 'Acheteurs',
  attributions: 'Attributions',
  contrats: 'Contrats',
  departements: 'Départements',
  moi: 'Moi',
};

/** Every switch and how it stands. @param cibles cut ones with their instants. @param sources codes of cut ones. */
export function switchesOf(cibles: ReadonlyMap<string, Date>, sources: ReadonlySet<string>): Switch[] {
  return [
    ...CIBLES.map((code): Switch => {
      const since = cibles.get(code);
      return {
        kind: 'cible',
        code,
        nom: NAMES[code],
        coupee: since !== undefined,
        depuis: since?.toISOString() ?? null,
      };
    }),
    ...SOURCES.map(({ code, nom }): Switch => ({ kind: 'source', code, nom, coupee: sources.has(code), depuis: null })),
  ];
}
