import { word } from './json.js';

/** Longest identifier of a publication that can be stored (libs/avis/write/publication-check.ts). */
const LONGEST = 200;

export type ReleaseName = { ok: true; ocid: string; name: string } | { ok: false; detail: string };

/** Names a release among all of its source: `ocid/id`, for a release's id need only be unique within its process. */
export function releaseName(ocid: unknown, id: unknown): ReleaseName {
  const process = word(ocid);
  const release = word(id);
  if (process === null) return { ok: false, detail: 'no ocid' };
  if (release === null) return { ok: false, detail: 'no release id' };
  const name = `${process}/${release}`;
  if (name.length > LONGEST) return { ok: false, detail: `ocid and id are longer than ${LONGEST} characters together` };
  // eslint-disable-next-line no-control-regex -- exactly what must not be stored or logged
  if (/[\u0000-\u001f\u007f]/.test(name)) return { ok: false, detail: 'a control character in the ocid or the id' };
  return { ok: true, ocid: process, name };
}
