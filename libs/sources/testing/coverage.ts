import type { AvisContent } from '#contract/avis';
import type { DocumentFormat, Normalise } from '../adapter.js';
import { normaliseBoamp } from '../boamp/normalise.js';
import { mapEforms } from '../eforms/map.js';
import { treeOfXml } from '../eforms/tree.js';
import type { Normalised, Publication } from '../publication.js';
import { normaliseTed } from '../ted/normalise.js';
import { normaliseTedExport } from '../ted-export/normalise.js';
import type { SourceCode } from '../registry.js';
import { type Sample, samplesOf } from './samples.js';

interface Corpus {
  title: string;
  folders: readonly string[];
  source: SourceCode;
  format: DocumentFormat;
  normalise: Normalise;
}

const CORPORA: readonly Corpus[] = [
  {
    title: 'BOAMP',
    folders: ['boamp_api', 'boamp_api_v1'],
    source: 'boamp',
    format: 'boamp-json',
    normalise: normaliseBoamp,
  },
  { title: 'eForms', folders: ['ted_eforms'], source: 'ted', format: 'eforms-xml', normalise: normaliseTed },
  {
    title: 'eForms SDK',
    folders: ['ted_eforms_sdk_examples'],
    source: 'ted',
    format: 'eforms-xml',
    normalise: normaliseTed,
  },
  {
    title: 'eForms, any country',
    folders: ['ted_eforms', 'ted_eforms_sdk_examples'],
    source: 'ted',
    format: 'eforms-xml',
    normalise: ofAnyCountry,
  },
  {
    title: 'TED_EXPORT',
    folders: ['ted_xml_r209_fr'],
    source: 'ted',
    format: 'ted-export-xml',
    normalise: normaliseTedExport,
  },
];

type Given = (content: Partial<AvisContent>) => unknown;

/** Every served field that a publication can give, `lien_source` apart, which the adapters make. */
const FIELDS: Readonly<Record<string, Given>> = {
  titre: ({ titre }) => titre,
  description: ({ description }) => description,
  budget: ({ budget }) => budget,
  cpv: ({ cpv }) => cpv,
  date_limite: ({ date_limite }) => date_limite,
  type_marche: ({ type_marche }) => type_marche,
  procedure: ({ procedure }) => procedure,
  'acheteur.nom': ({ acheteur }) => acheteur?.nom,
  'acheteur.siret': ({ acheteur }) => acheteur?.siret,
  'acheteur.departement': ({ acheteur }) => acheteur?.departement,
  nb_lots: ({ nb_lots }) => nb_lots,
  lots: ({ lots }) => lots?.length,
  'lots.budget': ({ lots }) => lots?.some(({ budget }) => budget !== null),
  'lots.cpv': ({ lots }) => lots?.some(({ cpv }) => cpv !== null),
  'criteres.selection': ({ criteres }) => criteres?.selection,
  'criteres.attribution': ({ criteres }) => criteres?.attribution,
  duree_mois: ({ duree_mois }) => duree_mois,
  'lieu_execution.departements': ({ lieu_execution }) => lieu_execution?.departements.length,
  'lieu_execution.code_nuts': ({ lieu_execution }) => lieu_execution?.code_nuts,
  date_debut_prestation: ({ date_debut_prestation }) => date_debut_prestation,
  forme_prix: ({ forme_prix }) => forme_prix,
  url_profil_acheteur: ({ url_profil_acheteur }) => url_profil_acheteur,
  renseignements_complementaires: ({ renseignements_complementaires }) => renseignements_complementaires,
  'capacites.economique': ({ capacites }) => capacites?.economique,
  'capacites.technique': ({ capacites }) => capacites?.technique,
  'capacites.exercice': ({ capacites }) => capacites?.exercice,
};
/** Where a zero says something: a procedure that is not divided. */
const ZERO_COUNTS = new Set(['nb_lots']);

interface Column {
  title: string;
  publications: Publication[];
}

/** Whether any of the samples is there. */
export function hasSamples(): boolean {
  return CORPORA.every(({ folders }) => folders.every((folder) => samplesOf(folder).length > 0));
}

/** The coverage page, docs/coverage.md: what became of each corpus, and the share of notices that give each field. */
export function coveragePage(): string {
  const corpora = CORPORA.map((corpus) => {
    const files = corpus.folders.flatMap(samplesOf);
    const outcomes = files.map((file) => outcomeOf(corpus, file));
    return { corpus, outcomes };
  });
  const columns = corpora.flatMap(({ corpus, outcomes }) => columnsOf(corpus.title, outcomes));
  return [
    '# Coverage of the served fields',
    '',
    'What the normalisers read in real documents. Generated: `UPDATE_COVERAGE=1 npx jest libs/sources/testing/coverage`',
    '(with `NODE_OPTIONS=--experimental-vm-modules`) prints and rewrites this page; without the variable it fails when the',
    'page and the code differ.',
    '',
    '## Documents',
    '',
    table([
      ['corpus', 'documents', 'initial', 'correction', 'cancellation', 'attribution', 'out of scope', 'other refusals'],
      ...corpora.map(({ corpus, outcomes }) => [corpus.title, String(outcomes.length), ...tally(outcomes)]),
    ]),
    '',
    'eForms out of scope are those of buyers outside France and kinds that the service does not hold; the other refusals of',
    'the SDK are its `INVALID_*` examples. « Any country » is the mapper alone, over both folders, without these two checks.',
    '',
    '## Fields',
    '',
    'Share of the whole notices that give the field. Tenders include corrections and cancellations that republish the notice.',
    '',
    table([
      ['field', ...columns.map(({ title, publications }) => `${title} (${publications.length})`)],
      ...Object.entries(FIELDS).map(([field, given]) => [
        `\`${field}\``,
        ...columns.map(({ publications }) => share(publications, field, given)),
      ]),
    ]),
    '',
  ].join('\n');
}

/** The shared mapper alone: most of the eForms samples have foreign buyers, whose notices the TED normaliser refuses. */
function ofAnyCountry({ source, identifiant, body }: Parameters<Normalise>[0]): Normalised {
  const mapping = mapEforms(treeOfXml(body));
  if (!mapping.ok) return { ok: false, rejection: { ...mapping, identifiant } };
  return { ok: true, publication: { ...mapping.notice, source, identifiant } };
}

/** A kind, or a rejection's reason, with the publication when there is one. */
interface Outcome {
  outcome: string;
  publication: Publication | null;
}

function outcomeOf({ normalise, source, format }: Corpus, { body }: Sample): Outcome {
  const normalised = normalise({ source, identifiant: '999999-2026', format, body });
  return normalised.ok
    ? { outcome: normalised.publication.kind, publication: normalised.publication }
    : { outcome: normalised.rejection.reason, publication: null };
}

function tally(outcomes: readonly Outcome[]): string[] {
  const named = ['initial', 'correction', 'cancellation', 'attribution', 'out_of_scope'];
  const counts = named.map((name) => outcomes.filter(({ outcome }) => outcome === name).length);
  const rest = outcomes.length - counts.reduce((sum, count) => sum + count, 0);
  return [...counts, rest].map(String);
}

function columnsOf(title: string, outcomes: readonly Outcome[]): Column[] {
  const whole = outcomes.flatMap(({ publication }) => (publication?.whole === true ? [publication] : []));
  const awards = whole.filter(({ kind }) => kind === 'attribution');
  const tenders = whole.filter(({ kind }) => kind !== 'attribution');
  return [
    { title: `${title}, tenders`, publications: tenders },
    { title: `${title}, awards`, publications: awards },
  ].filter(({ publications }) => publications.length > 0);
}

function share(publications: readonly Publication[], field: string, given: Given): string {
  const giving = publications.filter(({ content }) => {
    const value = given(content);
    return value === 0 ? ZERO_COUNTS.has(field) : value !== null && value !== undefined && value !== false;
  });
  return `${Math.round((giving.length / publications.length) * 100)} %`;
}

/** A Markdown table with its columns aligned, as Prettier writes it. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
