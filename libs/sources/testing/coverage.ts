import type { DocumentFormat, Normalise } from '../adapter.js';
import { normaliseBoamp } from '../boamp/normalise.js';
import { mapEforms } from '../eforms/map.js';
import { treeOfXml } from '../eforms/tree.js';
import type { Normalised } from '../publication.js';
import { normaliseTed } from '../ted/normalise.js';
import { normaliseTedExport } from '../ted-export/normalise.js';
import type { SourceCode } from '../registry.js';
import { type Corpus, documentsTable, fieldsTable } from './coverage-tables.js';
import { samplesOf } from './samples.js';

/** Folders of samples of one format; each adapter with samples adds one. */
interface SampleCorpus {
  title: string;
  folders: readonly string[];
  source: SourceCode;
  format: DocumentFormat;
  normalise: Normalise;
}

const CORPORA: readonly SampleCorpus[] = [
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

/** Whether any of the samples is there. */
export function hasSamples(): boolean {
  return CORPORA.every(({ folders }) => folders.every((folder) => samplesOf(folder).length > 0));
}

/** The coverage page, docs/coverage.md: what became of each corpus, and the share of notices that give each field. */
export function coveragePage(): string {
  const corpora = CORPORA.map(corpusOf);
  return [
    '# Coverage of the served fields',
    '',
    'What the normalisers read in real documents. Generated: `UPDATE_COVERAGE=1 npx jest libs/sources/testing/coverage`',
    '(with `NODE_OPTIONS=--experimental-vm-modules`) prints and rewrites this page; without the variable it fails when the',
    'page and the code differ.',
    '',
    '## Documents',
    '',
    documentsTable(corpora),
    '',
    'eForms out of scope are those of buyers outside France and kinds that the service does not hold; the other refusals of',
    'the SDK are its `INVALID_*` examples. « Any country » is the mapper alone, over both folders, without these two checks.',
    '',
    '## Fields',
    '',
    'Share of the whole notices that give the field. Tenders include corrections and cancellations that republish the notice.',
    '',
    fieldsTable(corpora),
    '',
  ].join('\n');
}

function corpusOf({ title, folders, source, format, normalise }: SampleCorpus): Corpus {
  const documents = folders
    .flatMap(samplesOf)
    .map(({ body }) => ({ source, identifiant: '999999-2026', format, body }));
  return { title, documents, normalise };
}

/** The shared mapper alone: most of the eForms samples have foreign buyers, whose notices the TED normaliser refuses. */
function ofAnyCountry({ source, identifiant, body }: Parameters<Normalise>[0]): Normalised {
  const mapping = mapEforms(treeOfXml(body));
  if (!mapping.ok) return { ok: false, rejection: { ...mapping, identifiant } };
  return { ok: true, publication: { ...mapping.notice, source, identifiant } };
}
