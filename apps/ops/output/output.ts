/** Where a command writes what it found: text for people, one JSON document with `--json`. */
export interface Output {
  /** @param data what `--json` prints. @param text what people read. */
  print(data: unknown, text: () => string): void;
  /** One line as it is, with and without `--json`: for what is written to a file and may be long. */
  line(text: string): void;
  error(message: string): void;
}

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @param json asked when something is printed: options are not yet read when the output is made. */
export function createOutput({ stdout, stderr }: Streams, json: () => boolean): Output {
  return {
    print(data, text) {
      stdout.write(`${json() ? JSON.stringify(data, null, 2) : text()}\n`);
    },
    line(text) {
      stdout.write(`${text}\n`);
    },
    error(message) {
      stderr.write(`${message}\n`);
    },
  };
}
