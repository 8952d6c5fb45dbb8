import { createHash } from 'node:crypto';
import type { CollectFault, RawDocument } from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { at } from './json.js';
import type { ReleaseText } from './package.js';
import { releaseName } from './release-name.js';

/**
 * The documents of a page: each release's own text. One that cannot be named, or that gives the name of another of the
 * page to other words, is archived under its content, so that both are kept and neither hides the other.
 */
export function documentsOf(
  source: SourceCode,
  releases: readonly ReleaseText[],
  url: string,
): { documents: RawDocument[]; faults: CollectFault[] } {
  const faults: CollectFault[] = [];
  const named = new Map<string, string>();
  const documents = releases.map(({ text, value }): RawDocument => {
    const name = releaseName(at(value, 'ocid'), at(value, 'id'));
    const body = Buffer.from(text);
    let identifiant = name.ok ? name.name : `sans-identifiant/${fingerprint(body)}`;
    const twin = named.get(identifiant);
    if (twin !== undefined && twin !== text) {
      faults.push({ identifiant, url, reason: 'two releases of one page have the same ocid and id' });
      identifiant = `${identifiant}~${fingerprint(body)}`;
    }
    named.set(identifiant, text);
    return { source, identifiant, format: 'ocds-release', url, body };
  });
  return { documents, faults };
}

function fingerprint(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
