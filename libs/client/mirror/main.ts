import { runCommand } from './command.js';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

process.exitCode = await runCommand(process.argv.slice(2), stop.signal);
