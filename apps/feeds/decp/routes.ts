import { DATASETS } from '#contrats/files/datasets';
import { REGISTRES } from '#contrats/registres';
import { type Answer, type Ask, json } from '../http/answer.js';
import { type Timeline } from '../timeline.js';
import { type World } from '../world.js';
import { editionOf } from './contracts.js';
import { datasetOf } from './dataset.js';
import { fileLength, fileText, REGISTER_FILES, type RegisterFile } from './files.js';

/** data.gouv's description of each register's dataset, and the files that it lists; null for another path. */
export function decpRoute(world: World, ask: Ask): Answer | null {
  const edition = editionOf(world.timeline, world.now());
  const id = /^\/api\/1\/datasets\/([^/]+)\/$/.exec(ask.path)?.[1];
  if (id !== undefined) {
    const registre = REGISTRES.find((one) => DATASETS[one] === id);
    return registre === undefined
      ? json(404, { message: `dataset ${id} not found` })
      : json(200, datasetOf(registre, ask.origin, edition));
  }
  const file = REGISTER_FILES.find(({ nom }) => ask.path === `/decp/${nom}`);
  return file === undefined ? null : answerOf(world, file, ask, edition);
}

function answerOf({ timeline }: World, file: RegisterFile, ask: Ask, edition: number): Answer {
  const etag = `"${timeline.seed}-${timeline.size}-${timeline.lastDay}-${edition}"`;
  const told = { etag, 'last-modified': new Date(edition).toUTCString() };
  if (ask.headers['if-none-match'] === etag) return { status: 304, type: 'text/plain', body: '', headers: told };
  return {
    status: 200,
    type: file.format === 'xml' ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8',
    body: fileText(timeline, file, edition),
    headers:
      timeline.size > MOST_MEASURED ? told : { ...told, 'content-length': lengthOf(timeline, file, etag, edition) },
  };
}

/** Up to so many contracts a file is made once more to tell its length; data.gouv tells it of every file. */
const MOST_MEASURED = 5_000;
const lengths = new Map<string, { etag: string; length: string }>();

function lengthOf(timeline: Timeline, file: RegisterFile, etag: string, edition: number): string {
  const known = lengths.get(file.nom);
  if (known?.etag === etag) return known.length;
  const length = String(fileLength(timeline, file, edition));
  lengths.set(file.nom, { etag, length });
  return length;
}
