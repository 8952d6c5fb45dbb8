import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Requests that one process has in flight at most. */
export const IN_FLIGHT = 4;
export const PER_PAGE = 100;

/** What the process runs: the built library, IN_FLIGHT requests at a time, a line for each number of records served. */
const SCRIPT = `
  import pg from 'pg';
  const { Quota } = await import(process.env.QUOTA_MODULE);
  const pool = new pg.Pool({ connectionString: process.env.DATABASE, max: ${IN_FLIGHT}, application_name: 'quota-process' });
  const quota = new Quota(pool);
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
  const client = async () => {
    for (;;) {
      const reserve = await quota.reserve(process.env.COMPTE, 'general', ${PER_PAGE});
      if (!reserve.accorde) { await pause(); continue; }
      await pause();
      const served = Math.floor(Math.random() * 20);
      process.stdout.write(served + '\\n');
      await quota.refund(reserve, served);
    }
  };
  await Promise.all(Array.from({ length: ${IN_FLIGHT} }, client));
`;

export interface QuotaProcess {
  /** Records it said it served. */
  served(): number;
  /** kill -9; resolves when it is gone and all that it said was read. */
  kill(): Promise<void>;
}

/** A process that serves pages of one account as fast as it can, until killed. Needs the built code. */
export function startQuotaProcess(databaseUrl: string, compteId: string): QuotaProcess {
  const root = new URL('../../../', import.meta.url);
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: fileURLToPath(root),
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      QUOTA_MODULE: new URL('dist/libs/access/quota/quota.js', root).href,
      DATABASE: databaseUrl,
      COMPTE: compteId,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    served: () =>
      said
        .split('\n')
        .slice(0, -1)
        .reduce((sum, line) => sum + Number(line), 0),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
