import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { DOCKER, yamlOf, yamlsOf } from './files.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the schemas judge it
  [field: string]: any;
}

export interface Kustomization {
  resources?: string[];
  configMapGenerator?: { name: string; files: string[] }[];
  secretGenerator?: { name: string; envs: string[] }[];
  images?: { name: string; newTag: string }[];
  replicas?: { name: string; count: number }[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
}

/** What `kustomize build` reads, the folder's resources followed. @throws naming what is not there. */
export interface Built {
  manifests: Manifest[];
  kustomizations: Kustomization[];
  /** Names of the ConfigMaps and Secrets that it makes. */
  generated: string[];
}

const KUSTOMIZATION = 'kustomization.yaml';

/** @param folder under docker/. */
export function buildOf(folder: string): Built {
  const own = yamlOf(join(folder, KUSTOMIZATION)) as Kustomization;
  const built: Built = { manifests: [], kustomizations: [own], generated: [] };
  for (const resource of own.resources ?? []) {
    const path = normalize(join(folder, resource));
    if (!existsSync(join(DOCKER, path))) throw new Error(`${folder}: ${resource} is not there`);
    if (!statSync(join(DOCKER, path)).isDirectory()) {
      built.manifests.push(...(yamlsOf(path) as Manifest[]));
      continue;
    }
    const other = buildOf(path);
    for (const key of ['manifests', 'kustomizations', 'generated'] as const)
      built[key].push(...(other[key] as never[]));
  }
  for (const { name, files } of own.configMapGenerator ?? []) {
    built.generated.push(name);
    // Kustomize reads files of its own folder only.
    for (const file of files)
      if (dirname(file) !== '.' || !existsSync(join(DOCKER, folder, file)))
        throw new Error(`${folder}: ${file} is not there`);
  }
  for (const { name, envs } of own.secretGenerator ?? []) {
    built.generated.push(name);
    for (const file of envs)
      if (!existsSync(join(DOCKER, folder, `${file}.example`))) throw new Error(`${folder}: no example of ${file}`);
  }
  return built;
}

/** Files of a folder that no kustomization names. */
export function unusedFiles(folder: string): string[] {
  const { resources = [], secretGenerator = [] } = yamlOf(join(folder, KUSTOMIZATION)) as Kustomization;
  const named = new Set([
    KUSTOMIZATION,
    ...resources,
    ...secretGenerator.flatMap(({ envs }) => envs.flatMap((file) => [file, `${file}.example`])),
  ]);
  return readdirSync(join(DOCKER, folder)).filter((file) => !named.has(file));
}

/** What a manifest says of its pods; null when it has none. */
export function podOf(manifest: Manifest): IPodSpec | null {
  return (manifest['spec']?.template?.spec as IPodSpec | undefined) ?? null;
}

/** Every container of its pods, those that run first included. */
export function containersOf(manifest: Manifest): IContainer[] {
  const pod = podOf(manifest);
  return [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];
}
