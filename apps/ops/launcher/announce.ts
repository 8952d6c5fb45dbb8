import { demoPath, type Demo } from './demo.js';
import { count, type LoadState } from './first-load.js';
import { findExamples } from './live-service.js';
import type { Terminal } from './terminal.js';
import { tryIt } from './try-it.js';

/** Says that the service is ready and how to try it. */
export async function announce(
  terminal: Terminal,
  demo: Demo,
  { docsUrl, dataDir, state, seconds }: { docsUrl: string; dataDir: string; state: LoadState; seconds: number },
): Promise<void> {
  const keyFile = demoPath(dataDir);
  const { word, id, total } = await findExamples(demo.base_url, demo.cles.complete);
  for (const run of state.runs.filter((candidate) => candidate.outcome === 'failed')) {
    terminal.warn(
      run.source,
      `could not be read: ${run.reason ?? 'no reason stated'}. It is tried again; the others go on.`,
    );
  }
  terminal.step('sources', `${state.sources} are collected (npm run ops -- source lister)`);
  terminal.step(
    'contracts',
    `${state.contrats === 0 ? 'soon read from the registers' : `${count(state.contrats)} so far`}, by the worker (npm run ops -- importer etat)`,
  );
  const held = total === null || total === 0 ? 'no notice yet' : `${count(total)} open notices`;
  terminal.say('');
  terminal.say(terminal.bold(`Ready in ${seconds.toFixed(0)} s: ${demo.base_url} (${held})`));
  terminal.say('\nPaste in another terminal:\n');
  for (const { what, command } of tryIt(demo.base_url, keyFile, word, id)) {
    terminal.say(`# ${what}`);
    terminal.say(`${command}\n`);
  }
  terminal.say(`Keys            ${keyFile}`);
  terminal.say(`Documentation   ${docsUrl}`);
  terminal.say(`Console         ${demo.console.url} (${tokenPlace(demo, keyFile)})`);
  terminal.say('Stop            Ctrl-C');
}

/** Where the operator finds what opens the console: never the token itself, what a terminal shows ends up in logs. */
function tokenPlace({ console: { jeton } }: Demo, keyFile: string): string {
  return jeton === null ? 'token: your OPERATOR_TOKEN' : `token: console.jeton in ${keyFile}`;
}
