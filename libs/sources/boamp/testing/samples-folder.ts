export const SAMPLES = '../shared/samples';

/** Says loudly that samples are absent; not through the console, which Jest keeps quiet for suites that are all skipped. */
export function warnAbsent(path: string): void {
  process.stderr.write(`\nWARNING: ${path} is absent, tests that read it are SKIPPED\n`);
}
