import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Real records, outside the repository: present for those who develop the sources, absent on a user's machine. */
const SAMPLES = '../shared/samples';

export interface Sample {
  name: string;
  body: Buffer;
}

/** The files of a folder of samples, by name; `[]`, said loudly, where the folder is absent. */
export function samplesOf(folder: string): Sample[] {
  const path = `${SAMPLES}/${folder}`;
  if (!existsSync(path)) {
    // Not through the console, which Jest keeps quiet for suites that are all skipped.
    process.stderr.write(`\nWARNING: ${path} is absent, tests that read it are SKIPPED\n`);
    return [];
  }
  const files = readdirSync(path).filter((name) => /\.(xml|json)$/.test(name) && !name.startsWith('_'));
  return files.sort().map((name) => ({ name, body: readFileSync(`${path}/${name}`) }));
}

/** `describe` where the folder of samples is there, skipped where it is not. */
export function describeSamples(title: string, samples: readonly Sample[], tests: () => void): void {
  if (samples.length > 0) describe(title, tests);
  else describe.skip(title, () => test('no samples', () => undefined));
}
