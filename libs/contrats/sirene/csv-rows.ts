import { parse } from 'csv-parse/sync';
import type { SireneRow } from './company.js';
import { KnownRecords } from './known-records.js';
import { type OpenStock, StockFault, type StockRows } from './stock.js';

/** Longest header: the real ones have 35 and 54 columns. */
const HEADER_MAX = 20_000;
const LINE_END = 0x0a;

/** The rows of a CSV stock file that are asked for. @throws StockFault when it is no stock file. */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { columns, keeps }: OpenStock,
): AsyncGenerator<StockRows> {
  const wanted = new Set(columns);
  let reader: ((records: Buffer[]) => Pick<StockRows, 'rows' | 'unreadable'>) | null = null;
  let head: Buffer = Buffer.alloc(0);
  const records = new KnownRecords(keeps);
  let read = 0;
  for await (const piece of bytes) {
    read += piece.length;
    let body = piece;
    if (reader === null) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(LINE_END);
      if (end === -1) {
        if (head.length > HEADER_MAX) throw new StockFault('its first line is no header of columns');
        continue;
      }
      reader = readerOf(head.subarray(0, end).toString('utf8'), wanted);
      body = head.subarray(end + 1);
    }
    yield { ...reader(records.push(body)), seen: records.seen, read };
  }
  reader ??= readerOf(head.toString('utf8'), wanted);
  yield { ...reader(records.end()), seen: records.seen, read };
}

function readerOf(
  line: string,
  wanted: ReadonlySet<string>,
): (records: Buffer[]) => Pick<StockRows, 'rows' | 'unreadable'> {
  const header = line.replace(/^\uFEFF/, '').replace(/\r$/, '');
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  const names = header.split(delimiter).map((name) => name.replace(/^"|"$/g, '').trim());
  StockFault.unlessColumns(names, wanted);
  if (names[0] !== 'siren') throw new StockFault('its first column is not siren');
  const columns = names.map((name) => (wanted.has(name) ? name : false));
  const parsed = (records: Buffer): SireneRow[] =>
    parse(records, { columns, delimiter, relax_column_count_less: true, skip_empty_lines: true });
  return (records) => {
    if (records.length === 0) return { rows: [], unreadable: 0 };
    try {
      return { rows: parsed(Buffer.concat(records)), unreadable: 0 };
    } catch {
      // One that is wrongly quoted would take those behind it with it.
      const rows = records.flatMap((record) => attempted(() => parsed(record)));
      return { rows, unreadable: records.length - rows.length };
    }
  };
}

function attempted(rows: () => SireneRow[]): SireneRow[] {
  try {
    return rows();
  } catch {
    return [];
  }
}
