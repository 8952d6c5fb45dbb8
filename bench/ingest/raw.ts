import { once } from 'node:events';
import { from } from 'pg-copy-streams';
import type { RawDocument } from '#sources/adapter';
import { treeOfXml } from '#sources/eforms/tree';
import { type CpuUse, watchCpu } from './cpu.js';
import { collected } from './documents.js';
import type { Database, FeedsProcess } from './setting.js';

export interface RawResult {
  publications: number;
  seconds: number;
  /** Of which waiting for the feeds, their own work included. */
  collecting: number;
  cpu: CpuUse;
  bytes: number;
}

/** The least that any pipeline does: the same documents read from the feeds, parsed, and copied into a bare table. */
export async function copyRaw({ pool, postgres }: Database, feeds: FeedsProcess): Promise<RawResult> {
  const client = await pool.connect();
  const cpu = watchCpu({ feeds: feeds.pid, node: process.pid, postgres: postgres.pid() });
  const result = { publications: 0, collecting: 0, bytes: 0 };
  const start = performance.now();
  try {
    await client.query('create table raw (source text, identifiant text, body text)');
    const copy = client.query(from('copy raw from stdin'));
    let asked = performance.now();
    for await (const { documents } of collected(feeds)) {
      result.collecting += performance.now() - asked;
      for (const document of documents) {
        parse(document);
        if (!copy.write(lineOf(document))) await once(copy, 'drain');
        result.publications += 1;
        result.bytes += document.body.length;
      }
      asked = performance.now();
    }
    copy.end();
    await once(copy, 'finish');
    const seconds = (performance.now() - start) / 1000;
    await client.query('drop table raw');
    return { ...result, collecting: result.collecting / 1000, seconds, cpu: cpu() };
  } finally {
    client.release();
  }
}

function parse({ format, body }: RawDocument): unknown {
  if (format === 'eforms-xml') return treeOfXml(body);
  const record = JSON.parse(body.toString()) as Record<string, unknown>;
  return ['donnees', 'gestion'].map((field) => {
    const text = record[field];
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function lineOf({ source, identifiant, body }: RawDocument): string {
  const text = body.toString().replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);
  return `${source}\t${identifiant}\t${text}\n`;
}
