type Cell = string | number | null | readonly string[];

/** Rows as CSV (RFC 4180) with a line of titles; titles alone when there is no row. */
export function csv<Row extends Partial<Record<keyof Row, Cell>>>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n');
}

function cell(value: Cell): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
