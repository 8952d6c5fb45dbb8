import type { SireneRow } from './company.js';

/** What is asked of a stock file. */
export interface OpenStock {
  /** Read of each row; the first two must be there. */
  columns: readonly string[];
  /** Whether the rows of a SIREN are asked for. */
  keeps: (siren: number) => boolean;
}

/** Rows asked for, in the order of the file, with how far it is read. */
export interface StockRows {
  rows: readonly SireneRow[];
  /** Rows of this part that cannot be cut into columns. */
  unreadable: number;
  /** Rows passed since the beginning of the file, kept or not. */
  seen: number;
  /** Bytes read since the beginning, out of the archive. */
  read: number;
}

/** A stock file that is being read. */
export interface Stock {
  rows: AsyncGenerator<StockRows>;
  /** Of `read` when all is read; null when the file does not tell. */
  size: number | null;
}

/** A file that cannot be imported; the message completes « the file … cannot be imported: ». */
export class StockFault extends Error {
  override readonly name = 'StockFault';

  /**
   * Without the status of disclosure everybody would be shown: such a file is refused.
   * @throws StockFault when the file lacks one of the first two columns.
   */
  static unlessColumns(given: readonly string[], wanted: Iterable<string>): void {
    const missing = [...wanted].slice(0, 2).filter((name) => !given.includes(name));
    if (missing.length > 0) throw new StockFault(`it lacks the column ${missing.join(' and ')}`);
  }
}
