import type { AvisContent } from '#contract/avis';
import type { Normalise } from '../adapter.js';
import type { Publication } from '../publication.js';

/** Documents of one origin, and what reads them: one entry of a coverage page. */
export interface Corpus {
  title: string;
  documents: readonly Parameters<Normalise>[0][];
  normalise: Normalise;
}

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

/** What became of the documents of each corpus. */
export function documentsTable(corpora: readonly Corpus[]): string {
  return table([
    ['corpus', 'documents', 'initial', 'correction', 'cancellation', 'attribution', 'out of scope', 'other refusals'],
    ...corpora.map((corpus) => [corpus.title, String(corpus.documents.length), ...tally(outcomesOf(corpus))]),
  ]);
}

/** The share of the whole notices of each corpus that give each field. */
export function fieldsTable(corpora: readonly Corpus[]): string {
  const columns = corpora.flatMap((corpus) => columnsOf(corpus.title, outcomesOf(corpus)));
  return table([
    ['field', ...columns.map(({ title, publications }) => `${title} (${publications.length})`)],
    ...Object.entries(FIELDS).map(([field, given]) => [
      `\`${field}\``,
      ...columns.map(({ publications }) => share(publications, field, given)),
    ]),
  ]);
}

/** A kind, or a rejection's reason, with the publication when there is one. */
interface Outcome {
  outcome: string;
  publication: Publication | null;
}

/** Each corpus is read once for both tables. */
const read = new WeakMap<Corpus, Outcome[]>();

function outcomesOf(corpus: Corpus): Outcome[] {
  const outcomes = read.get(corpus) ?? outcomesRead(corpus);
  read.set(corpus, outcomes);
  return outcomes;
}

function outcomesRead({ documents, normalise }: Corpus): Outcome[] {
  return documents.map((document) => {
    const normalised = normalise(document);
    return normalised.ok
      ? { outcome: normalised.publication.kind, publication: normalised.publication }
      : { outcome: normalised.rejection.reason, publication: null };
  });
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
