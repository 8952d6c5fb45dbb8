import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { csvRows } from './csv-rows.js';
import { parquetStock } from './parquet-rows.js';
import { type OpenStock, type Stock, StockFault, type StockRows } from './stock.js';

/**
 * Opens a stock file of SIRENE, as INSEE publishes it: CSV in a zip, or Parquet; a bare CSV and one in gzip too. Its first
 * bytes tell which. @throws StockFault.
 */
export async function openStock(path: string, asked: OpenStock): Promise<Stock> {
  const first = await firstBytes(path);
  if (first.startsWith('PK')) return openZip(path, asked);
  if (first === 'PAR1') return parquetStock(path, asked);
  if (first.startsWith('\x1f\x8b')) {
    return { rows: csvRows(createReadStream(path).pipe(createGunzip()), asked), size: null };
  }
  return { rows: csvRows(createReadStream(path), asked), size: (await stat(path)).size };
}

async function openZip(path: string, asked: OpenStock): Promise<Stock> {
  const zip = await openPromise(path, { autoClose: false });
  let entry: Entry | null = null;
  for await (const one of zip.eachEntry()) if (entry === null && /\.csv$/i.test(one.fileName)) entry = one;
  if (entry === null) {
    zip.close();
    throw new StockFault('the archive holds no .csv file');
  }
  const csv = await zip.openReadStreamPromise(entry);
  async function* rows(): AsyncGenerator<StockRows> {
    try {
      yield* csvRows(csv as AsyncIterable<Uint8Array>, asked);
    } finally {
      csv.destroy();
      zip.close();
    }
  }
  return { rows: rows(), size: entry.uncompressedSize };
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
