import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/contrats.md';
const BEGIN = '<!-- Generated from the real files: see « What becomes of real files ». -->\n\n';
const END = '\n\n<!-- End of the generated tables. -->';

/** The tables that the page holds. */
export function tablesOfPage(): string {
  const page = readFileSync(PAGE, 'utf8');
  return page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END));
}

/** Replaces them. */
export function writeTables(tables: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))];
  writeFileSync(PAGE, `${before}${BEGIN}${tables}${after}`);
}
