import { decodeHTMLStrict } from 'entities';
import { type Cleaned, kept, refused } from './cleaned.js';

const LENGTH_MAX = 2000;

/** http(s) address: entities decoded, a stray leading colon (`:https://`, seen) dropped, `www.` completed. */
export function httpUrl(raw: unknown): Cleaned<string> {
  if (raw === null || raw === undefined) return kept<string>(null);
  if (typeof raw !== 'string') return refused('url_illisible', raw);
  const text = decodeHTMLStrict(raw)
    .trim()
    .replace(/^:+(?=https?:)/i, '');
  if (text === '' || /^(nc|none|null|<na>|n\/a|-+)$/i.test(text)) return kept<string>(null);
  const address = /^www\.[^\s/]+\./i.test(text) ? `http://${text}` : text;
  return isPublicAddress(address) ? kept(address) : refused('url_illisible', raw);
}

function isPublicAddress(address: string): boolean {
  if (address.length > LENGTH_MAX || /[\s\p{Cc}\p{Surrogate}]/u.test(address)) return false;
  const url = parsed(address);
  if (url === null) return false;
  return /^https?:$/.test(url.protocol) && url.username === '' && /[^.]\.[^.]/.test(url.hostname);
}

/**
 * Consultation ids carried by the platform addresses of a text, as `host|id`, without repetition (docs/sources.md, C.3.4):
 * Atexo `refConsultation=`, `AllCons&id=` and `entreprise/consultation/{id}`, achatpublic `PCSLID=`, xmarches `key=`,
 * AWS `IDM=` and `MPI-pub-{n}`, marches-securises `cle_dce=` and `module=consultation|{id}`, e-marchespublics
 * `annonce_marche_public_{buyer}_{id}.html` and `appel-offre/…/{id}/{buyer}`. The home page of a platform identifies nothing.
 */
export function consultationKeys(text: string): string[] {
  const decoded = decodeHTMLStrict(decodeHTMLStrict(text));
  const addresses = decoded.match(/https?:\/\/[^\s"'<>]+/gi) ?? [];
  return [...new Set(addresses.filter(({ length }) => length <= LENGTH_MAX).flatMap(keyOf))];
}

const ID_IN_ADDRESS: readonly RegExp[] = [
  /[?&]refConsultation=(\d+)/i,
  /[?&]AllCons&(?:[^#]*&)?id=(\d+)/i,
  /entreprise\/consultation\/(\d+)/i,
  /[?&]PCSLID=(CSL_[\w-]+)/i,
  /[?&]IDM=(\d+)/i,
  /\bMPI-pub-(\d+)/i,
  /[?&]cle_dce=([\w-]{4,})/i,
  /[?&]module=consultation(?:\||%7C)(\d+)/i,
  /\/annonce_marche_public_(?:\d+_)?(\d+)/i,
  /\/appel-offre\/\D[^?#]*\/(\d{4,})\/\d+/i,
];
const XMARCHES_KEY = /[?&]key=([\w-]{4,})/i;

/** Platforms that serve the same consultation under several host names. */
const SHARED_HOSTS = [
  'achatpublic.com',
  'marches-publics.info',
  'xmarches.fr',
  'marches-securises.fr',
  'e-marchespublics.com',
];

function keyOf(address: string): string[] {
  const url = parsed(address);
  if (url === null) return [];
  const name = url.hostname.toLowerCase().replace(/^www\./, '');
  const host = SHARED_HOSTS.find((shared) => name === shared || name.endsWith(`.${shared}`)) ?? name;
  const rules = host === 'xmarches.fr' ? [XMARCHES_KEY] : ID_IN_ADDRESS;
  const id = rules.map((rule) => rule.exec(address)?.[1]).find((found) => found !== undefined);
  // Gazettes put addresses in lower case as they like (`Pcslid=Csl_2026_ehv0s2yz52`, seen), so ids compare without case.
  return id === undefined ? [] : [`${host}|${id.toLowerCase()}`];
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
