const OJ_NUMBER = /^0*([1-9]\d{0,8})-(\d{4})$/;
/** `2019/S 190-461577`: year, issue of the supplement, number. */
const OJ_CITATION = /^(\d{4})\/S\s*\d{1,3}\s*[-–]\s*0*([1-9]\d{0,8})$/;
const NOTICE_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,2})$/i;
const LONGEST = 100;

/**
 * The canonical spelling of a reference to a notice: gazette number without zeros in front (`00047522-2024`,
 * `2024/S 017-047522` -> `47522-2024`), notice identifier in lower case with a version of two digits. Anything else is
 * kept as it is written.
 */
export function reference(written: string): string {
  const text = written.trim();
  const number = OJ_NUMBER.exec(text);
  if (number !== null) return `${number[1] ?? ''}-${number[2] ?? ''}`;
  const citation = OJ_CITATION.exec(text);
  if (citation !== null) return `${citation[2] ?? ''}-${citation[1] ?? ''}`;
  const notice = NOTICE_ID.exec(text);
  if (notice !== null) return `${(notice[1] ?? '').toLowerCase()}-${(notice[2] ?? '').padStart(2, '0')}`;
  return text.slice(0, LONGEST);
}

/** The identity key of a gazette number, `047522-2024`; null when the reference is no gazette number. */
export function ojKey(canonical: string): string | null {
  const number = OJ_NUMBER.exec(canonical);
  return number === null ? null : `${(number[1] ?? '').padStart(6, '0')}-${number[2] ?? ''}`;
}
