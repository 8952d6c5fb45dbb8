import type { Addresses } from './addresses.js';
import { CADENCE_SECONDS } from './cadence.js';
import { SOURCES, type SourceCode } from './registry.js';

/** What the environment says of the collection of all sources. */
export interface CollectionSettings {
  addresses: Addresses;
  /** TED has two addresses: `addresses.ted` searches, this one gives the XML of a notice. */
  tedSiteUrl: string;
  /** One cadence for all sources, in seconds; null: each source's own. */
  cadenceSeconds: number | null;
}

/** Where one source is read and how often, as far as the environment says. */
export interface SourceEnvironment {
  source: SourceCode;
  /** Null: nobody said where. */
  adresse: string | null;
  cadenceSeconds: number;
}

/** What an operator set for one source with `ops source regler`; null leaves it to the environment. */
export interface Reglage {
  adresse: string | null;
  /** Not to be collected, whatever the environment says. */
  sans_adresse: boolean;
  cadence_secondes: number | null;
  en_pause: boolean;
}

/** How one source is collected at this moment. */
export interface SourcePlan extends SourceEnvironment {
  enPause: boolean;
  /** It has an address and is not paused. */
  collected: boolean;
}

/** The environment's word on each source, ordered by rang; the cadence of the registry where it says none. */
export function environmentOf(settings: CollectionSettings): SourceEnvironment[] {
  return SOURCES.map(({ code, adapter }) => ({
    source: code,
    adresse: settings.addresses[code],
    cadenceSeconds: settings.cadenceSeconds ?? CADENCE_SECONDS[adapter],
  }));
}

/** The command line has precedence over the environment. @param reglages of the sources that have one. */
export function plansOf(
  environment: readonly SourceEnvironment[],
  reglages: ReadonlyMap<string, Reglage>,
): SourcePlan[] {
  return environment.map((said) => {
    const reglage = reglages.get(said.source);
    const adresse = reglage?.sans_adresse === true ? null : (reglage?.adresse ?? said.adresse);
    const enPause = reglage?.en_pause ?? false;
    return {
      source: said.source,
      adresse,
      cadenceSeconds: reglage?.cadence_secondes ?? said.cadenceSeconds,
      enPause,
      collected: adresse !== null && !enPause,
    };
  });
}
