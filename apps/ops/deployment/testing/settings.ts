import { DockerfileParser } from 'dockerfile-ast';
import { readConfiguration } from '#platform/configuration/configuration';
import { MODELE_SETTINGS } from '#platform/configuration/modele-settings';
import { SETTINGS } from '#platform/configuration/settings';
import { SOURCE_ADDRESSES } from '#platform/configuration/source-addresses';
import { textOf } from './files.js';

const KNOWN = new Set(
  [SETTINGS, MODELE_SETTINGS.petit, MODELE_SETTINGS.grand, SOURCE_ADDRESSES].flatMap((group) =>
    Object.values<{ variable: string }>(group).map(({ variable }) => variable),
  ),
);
/** Node's own. */
const OTHERS = new Set(['NODE_ENV']);

/** What is wrong with the environment of an application, as a process that it starts would say. */
export function faultsOf(env: Readonly<Record<string, string>>): string[] {
  const unknown = Object.keys(env).filter((name) => !KNOWN.has(name) && !OTHERS.has(name));
  const faults = unknown.map((name) => `${name} is no setting`);
  try {
    readConfiguration(env);
  } catch (error) {
    faults.push((error as Error).message);
  }
  return faults;
}

/** The image's own environment. */
export function imageEnvironment(): Record<string, string> {
  const file = DockerfileParser.parse(textOf('Dockerfile'));
  const properties = file.getENVs().flatMap((env) => env.getProperties());
  return Object.fromEntries(properties.map((one) => [one.getName(), one.getValue() ?? '']));
}
