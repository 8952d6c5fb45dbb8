import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { editionOf } from '../../apps/feeds/decp/contracts.js';
import { fileText, REGISTER_FILES } from '../../apps/feeds/decp/files.js';
import { createTimeline } from '../../apps/feeds/timeline.js';

/** Contracts of which the consolidated file is about a megabyte: it holds 64 in 100 of them. */
const CONTRACTS_PER_MEGABYTE = 1_350;

/** Writes the consolidated register, simulated, of about so many megabytes. @returns its size in bytes. */
export async function writeRegister(path: string, megabytes: number, seed: number): Promise<number> {
  const start = new Date('2026-11-21T08:00:00Z');
  const timeline = createTimeline({
    seed,
    size: Math.round(megabytes * CONTRACTS_PER_MEGABYTE),
    start,
    growthSeconds: 0,
  });
  const file = REGISTER_FILES.find(({ nom }) => nom === 'decp_minef.json');
  if (file === undefined) throw new Error('the consolidated register is not simulated');
  const out = createWriteStream(path);
  let bytes = 0;
  for await (const text of fileText(timeline, file, editionOf(timeline, start.getTime()))) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return bytes;
}
