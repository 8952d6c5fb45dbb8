import { datasetAddresses, type RegisterAddresses } from '#contrats/files/datasets';
import { sireneAddresses, type SireneAddresses } from '#contrats/files/sirene-addresses';
import type { ModeleSettings, Role } from '#opportunites/verdicts/role';
import { type Addresses, liveAddresses, simulatedAddresses } from '#sources/addresses';
import type { CollectionSettings } from '#sources/plan';
import { SOURCES } from '#sources/registry';
import { MODELE_SETTINGS } from './modele-settings.js';
import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';
import { SOURCE_ADDRESSES } from './source-addresses.js';

type Settings = typeof SETTINGS;
type Value<S> = S extends { default: string; read(text: string): infer T }
  ? Exclude<T, undefined>
  : S extends { read(text: string): infer T }
    ? Exclude<T, undefined> | null
    : never;
type Env = Readonly<Record<string, string | undefined>>;
type Nullable<T, K extends keyof T> = Omit<T, K> & { [F in K]: T[F] | null };
type Read = { -readonly [K in keyof Settings]: Value<Settings[K]> };

/** What the applications run with. Libraries take plain arguments, never this. */
export interface Configuration extends Readonly<Omit<Read, 'tedSiteUrl' | RegisterSetting>> {
  /** Where the sources are read and how often, unless the command line says otherwise. */
  readonly collection: CollectionSettings;
  /** Where the contract registers are read, and how often. */
  readonly registres: RegisterSettings;
  /** Where SIRENE is read, and how often. */
  readonly sirene: SireneSettings;
  /** Who evaluates the notices of feeds; null for a model that is not asked. */
  readonly modeles: Readonly<Record<Role, ModeleSettings | null>>;
}

type RegisterSetting = 'decpMinefUrl' | 'pesMarcheUrl' | 'aifeDumeUrl' | 'importDecpSeconds' | SireneSetting;
type SireneSetting = 'sireneUnitesUrl' | 'sireneEtablissementsUrl' | 'importSireneSeconds';

export interface RegisterSettings {
  addresses: RegisterAddresses;
  /** Null: only when an operator asks. */
  everySeconds: number | null;
}

export interface SireneSettings {
  addresses: SireneAddresses;
  /** Null: only when an operator asks. */
  everySeconds: number | null;
}

const SECONDS_PER_DAY = 86_400;
/** The simulated registers publish an edition a minute. */
const SIMULATED_IMPORT_SECONDS = 300;

/** Every fault of the environment at once, one line each, naming the variable and what is accepted. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is refused:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nSee .env.example.`);
  }
}

const TED_SITE = 'https://ted.europa.eu';

/**
 * Reads and validates the whole environment. An empty variable counts as absent.
 * @throws ConfigurationError naming every variable that is wrong; values are never repeated (they may hold a password).
 */
export function readConfiguration(env: Env): Configuration {
  const faults: string[] = [];
  const read = valuesOf(SETTINGS, env, faults) as Read;
  const given = valuesOf(SOURCE_ADDRESSES, env, faults) as Addresses;
  const modeles = { petit: modeleOf('petit', env, faults), grand: modeleOf('grand', env, faults) };
  if (faults.length > 0) throw new ConfigurationError(faults);
  const live = read.feeds === 'live';
  const feedsUrl = read.feedsUrl ?? `http://127.0.0.1:${read.feedsPort}`;
  const usual = live ? liveAddresses() : simulatedAddresses(feedsUrl);
  return {
    ...read,
    feedsUrl: live ? null : feedsUrl,
    collection: {
      addresses: Object.fromEntries(
        SOURCES.map(({ code }) => [code, given[code] ?? usual[code]]),
      ) as unknown as Addresses,
      tedSiteUrl: read.tedSiteUrl ?? (live ? TED_SITE : `${feedsUrl}/ted`),
      cadenceSeconds: live ? read.collectLiveSeconds : read.collectSimulatedSeconds,
    },
    registres: registresOf(read, live ? datasetAddresses() : datasetAddresses(feedsUrl)),
    sirene: sireneOf(read, live ? sireneAddresses() : sireneAddresses(`${feedsUrl}/sirene`)),
    modeles,
  };
}

/** A model without an address is not asked; half of one is a mistake. */
function modeleOf(role: Role, env: Env, faults: string[]): ModeleSettings | null {
  const settings = MODELE_SETTINGS[role];
  const { url, nom, ...others } = valuesOf(settings, env, faults) as Nullable<ModeleSettings, 'url' | 'nom'>;
  if (url === null && nom === null) return null;
  if (url === null) faults.push(`${settings.url.variable} must be given with ${settings.nom.variable}.`);
  if (nom === null) faults.push(`${settings.nom.variable} must be given with ${settings.url.variable}.`);
  return url === null || nom === null ? null : { url, nom, ...others };
}

function sireneOf(read: Read, usual: SireneAddresses): SireneSettings {
  const seconds = read.importSireneSeconds ?? (read.feeds === 'live' ? SECONDS_PER_DAY : SIMULATED_IMPORT_SECONDS);
  return {
    addresses: {
      sirene_unites: read.sireneUnitesUrl ?? usual.sirene_unites,
      sirene_etablissements: read.sireneEtablissementsUrl ?? usual.sirene_etablissements,
    },
    everySeconds: seconds === 0 ? null : seconds,
  };
}

function registresOf(read: Read, usual: RegisterAddresses): RegisterSettings {
  const seconds = read.importDecpSeconds ?? (read.feeds === 'live' ? SECONDS_PER_DAY : SIMULATED_IMPORT_SECONDS);
  return {
    addresses: {
      decp_minef: read.decpMinefUrl ?? usual.decp_minef,
      pes_marche: read.pesMarcheUrl ?? usual.pes_marche,
      aife_dume: read.aifeDumeUrl ?? usual.aife_dume,
    },
    everySeconds: seconds === 0 ? null : seconds,
  };
}

function valuesOf(
  settings: Readonly<Record<string, Setting<unknown>>>,
  env: Env,
  faults: string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries(settings)) {
    const text = env[setting.variable]?.trim() ?? '';
    const given = text === '' ? setting.default : text;
    const value = given === null ? null : setting.read(given);
    if (value === undefined) faults.push(`${setting.variable} must be ${setting.accepted}.`);
    values[field] = value;
  }
  return values;
}
