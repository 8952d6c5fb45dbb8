import { asyncBufferFromFile, type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type OpenStock, type Stock, StockFault, type StockRows } from './stock.js';

/**
 * The rows of a Parquet stock file that are asked for. Group of rows by group of rows, and in each column by column: what is
 * held is one column of one group, and the rows asked for. @throws StockFault when it is no stock file.
 */
export async function parquetStock(path: string, asked: OpenStock): Promise<Stock> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const names = metadata.schema.slice(1).map(({ name }) => name);
  StockFault.unlessColumns(names, asked.columns);
  if (!names.includes('siren')) throw new StockFault('it lacks the column siren');
  const columns = asked.columns.filter((name) => names.includes(name));
  const size = metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  return { rows: groups(file, metadata, { ...asked, columns }), size };
}

async function* groups(
  file: AsyncBuffer,
  metadata: FileMetaData,
  { columns, keeps }: OpenStock,
): AsyncGenerator<StockRows> {
  let start = 0;
  let read = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    const part = { file, metadata, rowStart: start, rowEnd: end };
    const kept: number[] = [];
    await eachValue(part, 'siren', (value, row) => {
      if (keeps(Number(value))) kept.push(row);
    });
    const rows: Record<string, string>[] = kept.map(() => ({}));
    for (const column of kept.length > 0 ? columns : []) await fill(part, column, kept, rows);
    start = end;
    read += Number(group.total_byte_size);
    yield { rows, unreadable: 0, seen: end, read };
  }
}

interface Part {
  file: AsyncBuffer;
  metadata: FileMetaData;
  rowStart: number;
  rowEnd: number;
}

async function fill(
  part: Part,
  column: string,
  kept: readonly number[],
  rows: Record<string, string>[],
): Promise<void> {
  const placeOf = new Map(kept.map((row, place) => [row, place]));
  await eachValue(part, column, (value, row) => {
    const place = placeOf.get(row);
    const into = place === undefined ? undefined : rows[place];
    if (into !== undefined) into[column] = textOf(value);
  });
}

async function eachValue(part: Part, column: string, take: (value: unknown, row: number) => void): Promise<void> {
  await parquetRead({
    ...part,
    columns: [column],
    compressors,
    onChunk: ({ columnData, rowStart }) => {
      for (let index = 0; index < columnData.length; index++) take(columnData[index], rowStart + index);
    },
  });
}

/** Strings and integers; what else a file may hold is in no column that is read. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number' ? String(value) : '';
}
