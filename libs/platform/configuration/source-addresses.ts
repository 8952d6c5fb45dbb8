import { type Source, SOURCES, type SourceCode } from '#sources/registry';
import { address, type Optional } from './setting.js';

/** One setting a source: where it is read (`PLACE_URL`, `AWS_URL`…). TED has two addresses; this one searches. */
export const SOURCE_ADDRESSES = Object.fromEntries(
  SOURCES.map((source) => [
    source.code,
    address({ variable: variableOf(source.code), protocols: ['http:', 'https:'], description: description(source) }),
  ]),
) as unknown as Readonly<Record<SourceCode, Optional<string>>>;

/** `PLACE_URL`. */
export function variableOf(code: SourceCode): string {
  return code === 'ted' ? 'TED_API_URL' : `${code.toUpperCase()}_URL`;
}

function description({ nom, adapter, canal }: Source): string {
  const what = {
    boamp: 'Explore v2.1',
    eforms: 'search interface v3',
    atexo: "base of the portal's addresses",
    rss: 'address of its RSS or Atom feed',
    ocds: 'address of its first page of OCDS 1.1 release packages',
  }[adapter];
  const absent =
    canal === 'documenté'
      ? 'the real address, or the simulated one'
      : 'the simulated one; with FEEDS=live not collected';
  return `${nom}: ${what}. Absent: ${absent}.`;
}
