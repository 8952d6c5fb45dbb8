/** Loads one address and tells the times of its answers. A process of its own: what it costs is none of the server's. */
import autocannon, { type Options } from 'autocannon';

process.once('message', (options: Options) => {
  void load(options).then((load) => process.send?.(load, () => process.disconnect()));
});

async function load(options: Options): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  const run = autocannon(options);
  run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { non2xx, errors } = await run;
  return { times, failed: non2xx + errors };
}
