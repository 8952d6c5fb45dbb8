import type { Requests } from './load.js';
import type { Position } from './positions.js';
import type { ServerProcess } from './server-process.js';

export type Row = Readonly<Record<string, unknown>>;

/** One way to serve the notices: a server, what to ask it for each page, and where the rows are in its answers. */
export interface Side {
  name: string;
  server: ServerProcess;
  requestsFor(positions: readonly Position[]): Promise<Requests>;
  rowsOf(answer: unknown): readonly Row[];
}
