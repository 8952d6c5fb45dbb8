/** One column of a table: its title and the text of a row's cell. */
export interface Column<Row> {
  title: string;
  of(row: Row): string | number | null;
  align?: 'left' | 'right';
}

const GAP = '  ';
const INDENT = '    ';

/** A table in plain text. @param empty what is said instead when there is no row. @param below what is too long for a column: a line of its own under the row, null for none. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
  below: (row: Row) => string | null = () => null,
): string {
  if (rows.length === 0) return empty;
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map((column) => String(column.of(row) ?? '–'))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  const texts = lines.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd(),
  );
  const belows = [null, ...rows.map(below)];
  return texts.flatMap((text, index) => (belows[index] == null ? [text] : [text, INDENT + belows[index]])).join('\n');
}

/** `name  value` lines. */
export function record(fields: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}${GAP}${String(value ?? '–')}`)
    .join('\n');
}

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blank = ' '.repeat(Math.max(0, width - text.length));
  return align === 'right' ? blank + text : text + blank;
}
