import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The last release, built from the history of this clone. */
export interface PreviousRelease {
  version: string;
  /** Its folder; dist/ is built there. */
  root: string;
  remove(): Promise<void>;
}

interface LastRelease {
  version: string;
  commit: string;
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean }>;
}

const run = promisify(execFile);

/**
 * Takes the last release (docs/releases/last.json) out of the history, by its tag or, in a clone without tags, by its
 * commit, and builds it with its own build command and the packages that its lock names.
 * @throws Error where the history is cut off: a shallow clone, an archive.
 */
export async function previousRelease(): Promise<PreviousRelease> {
  const last = lastRelease();
  const root = await mkdtemp(join(tmpdir(), `marches-${last.version}-`));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', revision(last)], { maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    const env = ownEnvironment();
    if (holdsAll(root)) await symlink(resolve('node_modules'), join(root, 'node_modules'));
    else await run('npm', ['ci', '--prefer-offline'], { cwd: root, env });
    await run('npm', ['run', '--silent', 'build'], { cwd: root, env });
    return { version: last.version, root, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether the last release can be taken out of the history: not without git, nor from a shallow clone or an archive. */
export function hasPreviousRelease(): boolean {
  return revisionOf(lastRelease()) !== undefined;
}

function revision(last: LastRelease): string {
  const found = revisionOf(last);
  if (found !== undefined) return found;
  const { version, commit } = last;
  throw new Error(`Neither tag v${version} nor commit ${commit} is in this clone: git fetch --unshallow --tags`);
}

/** The tag where the clone has it, else the commit. */
function revisionOf({ version, commit }: LastRelease): string | undefined {
  for (const name of [`v${version}`, commit]) {
    try {
      return execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { encoding: 'utf8' }).trim();
    } catch {
      continue;
    }
  }
  return undefined;
}

function lastRelease(): LastRelease {
  return JSON.parse(readFileSync('docs/releases/last.json', 'utf8')) as LastRelease;
}

/** Whether what is installed here holds every package of that release at its version: it may then be shared. */
function holdsAll(root: string): boolean {
  const lock = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as Lock).packages;
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const here = lock(installed);
  return Object.entries(lock(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || here[path]?.version === version || (optional === true && here[path] === undefined),
  );
}

/** What this test was started with must not reach another release's build. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_OPTIONS|npm_)/.test(name)));
}
