import { parse } from 'csv-parse/sync';
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
  if (reader === null) throw new StockFault('it is empty, or has no line of columns');
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
  return (records) => {
    if (records.length === 0) return { rows: [], unreadable: 0 };
    let unreadable = 0;
    const rows = parse(Buffer.concat(records), {
      columns,
      delimiter,
      relax_column_count_less: true,
      skip_records_with_error: true,
      skip_empty_lines: true,
      on_skip: () => {
        unreadable++;
        return undefined;
      },
    }) as unknown as StockRows['rows'];
    return { rows, unreadable };
  };
}
