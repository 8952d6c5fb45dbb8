import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';

type Settings = typeof SETTINGS;
type Value<S> = S extends { default: string; read(text: string): infer T }
  ? Exclude<T, undefined>
  : S extends { read(text: string): infer T }
    ? Exclude<T, undefined> | null
    : never;
type Read = { -readonly [K in keyof Settings]: Value<Settings[K]> };

/** What the applications run with. Libraries take plain arguments, never this. */
export interface Configuration extends Readonly<Omit<Read, 'boampUrl' | 'tedApiUrl' | 'tedSiteUrl'>> {
  readonly boampUrl: string;
  readonly tedApiUrl: string;
  readonly tedSiteUrl: string;
}

/** Every fault of the environment at once, one line each, naming the variable and what is accepted. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is refused:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nSee .env.example.`);
  }
}

/** Addresses of the real publishers (docs/sources.md). */
const LIVE = {
  boampUrl: 'https://boamp-datadila.opendatasoft.com',
  tedApiUrl: 'https://api.ted.europa.eu',
  tedSiteUrl: 'https://ted.europa.eu',
} as const;

/**
 * Reads and validates the whole environment. An empty variable counts as absent.
 * @throws ConfigurationError naming every variable that is wrong; values are never repeated (they may hold a password).
 */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>): Configuration {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const text = env[setting.variable]?.trim() ?? '';
    const given = text === '' ? setting.default : text;
    const value = given === null ? null : setting.read(given);
    if (value === undefined) faults.push(`${setting.variable} must be ${setting.accepted}.`);
    values[field] = value;
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  const read = values as Read;
  const feedsUrl = read.feedsUrl ?? `http://127.0.0.1:${read.feedsPort}`;
  const places =
    read.feeds === 'live'
      ? LIVE
      : { boampUrl: `${feedsUrl}/boamp`, tedApiUrl: `${feedsUrl}/ted-api`, tedSiteUrl: `${feedsUrl}/ted` };
  return {
    ...read,
    feedsUrl: read.feeds === 'live' ? null : feedsUrl,
    boampUrl: read.boampUrl ?? places.boampUrl,
    tedApiUrl: read.tedApiUrl ?? places.tedApiUrl,
    tedSiteUrl: read.tedSiteUrl ?? places.tedSiteUrl,
  };
}
