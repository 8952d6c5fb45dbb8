import { spawnSync } from 'node:child_process';

/** Prometheus's own checker (Debian package `prometheus`; .ci/run installs it). */
const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';

/** `test` where promtool is installed. Elsewhere it is skipped and says so; in CI it runs and fails. */
export const testWithPromtool =
  spawnSync(PROMTOOL, ['--version']).status === 0 || process.env['CI'] === 'true' ? test : skipped();

/** @param input given on standard input. @returns all that it says. @throws the same when it is not content. */
export function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' });
  if (error !== undefined) throw error;
  const said = stdout + stderr;
  if (status !== 0) throw new Error(`promtool ${args.join(' ')} is not content (${String(status)}):\n${said}`);
  return said;
}

function skipped(): typeof test.skip {
  process.stderr.write('promtool is not installed: its checks are skipped (apt-get install prometheus)\n');
  return test.skip;
}
