import type { EformsNode } from '../eforms/node.js';
import { reference } from '../eforms/notice-reference.js';

/** What the Publications Office adds to every form, `CODED_DATA_SECTION`. */
export interface CodedData {
  /** `57651-2021`; null when it cannot be read. */
  publicationNumber: string | null;
  /** YYYYMMDD as written. */
  publishedOn: string | null;
  /** ISO 3166-1 alpha-2 of the buyer. */
  country: string | null;
  documentType: string | null;
  procedure: string | null;
  nature: string | null;
  /** `20210304 11:30`, time of the place of the buyer. */
  deadline: string | null;
  /** Notices that the Office links to this one, in their canonical spelling. */
  linked: string[];
  /** NUTS codes of the place of performance. */
  places: string[];
}

export function codedDataOf(root: EformsNode): CodedData {
  const notice = root.first('CODED_DATA_SECTION/NOTICE_DATA');
  const codes = root.first('CODED_DATA_SECTION/CODIF_DATA');
  const number = trimmed(notice?.first('NO_DOC_OJS')) ?? root.attribute('DOC_ID');
  return {
    publicationNumber: gazetteNumber(number),
    publishedOn: trimmed(root.first('CODED_DATA_SECTION/REF_OJS/DATE_PUB')),
    country: notice?.first('ISO_COUNTRY')?.attribute('VALUE') ?? null,
    documentType: codes?.first('TD_DOCUMENT_TYPE')?.attribute('CODE') ?? null,
    procedure: codes?.first('PR_PROC')?.attribute('CODE') ?? null,
    nature: codes?.first('NC_CONTRACT_NATURE')?.attribute('CODE') ?? null,
    deadline: trimmed(codes?.first('DT_DATE_FOR_SUBMISSION')),
    linked: (notice?.all('REF_NOTICE/NO_DOC_OJS') ?? []).flatMap((node) => gazetteNumber(node.text) ?? []),
    places: (notice?.children('PERFORMANCE_NUTS') ?? []).flatMap((node) => node.attribute('CODE') ?? []),
  };
}

/** The canonical spelling of a gazette number; null for what is none. */
export function gazetteNumber(written: string | null): string | null {
  const number = reference(written ?? '');
  return /^\d+-\d{4}$/.test(number) ? number : null;
}

/** Trimmed own text of an element; null when absent or empty. */
export function trimmed(node: EformsNode | null | undefined): string | null {
  const text = node?.text.trim() ?? '';
  return text === '' ? null : text;
}
