/** A file of a register that cannot be read further: cut, neither JSON nor XML, or without a list of contracts. */
export class RegisterFault extends Error {
  override readonly name = 'RegisterFault';
}

/** One contract of a register's file. */
export interface RegisterRecord {
  /** Its own JSON text as the file has it; of an XML file, the same model in JSON. Never holds a NUL. */
  body: string;
  /** What `parseRecord(body)` gives: a value, or undefined when the body cannot be read. */
  record: unknown;
}

/** Reads a file piece by piece and keeps at most one record of it. */
export interface RecordReader {
  /** Records that end in these bytes. Throws RegisterFault. */
  push(bytes: Buffer): RegisterRecord[];
  /** After the last piece. Throws RegisterFault when the file is cut. */
  end(): void;
}
