import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Configuration, ConfigurationError, readConfiguration } from '#platform/configuration/configuration';
import { createFeeds } from './server.js';
import { createTimeline } from './timeline.js';
import { truth } from './truth.js';

/** `node dist/apps/feeds/main.js` serves; `--truth file.ndjson` writes which publications are the same notice. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { truth: { type: 'string' } } });
  const configuration = readConfiguration(process.env);
  if (values.truth !== undefined) await writeTruth(configuration, values.truth);
  else await serve(configuration);
}

async function serve(configuration: Configuration): Promise<void> {
  const feeds = await createFeeds({
    seed: configuration.feedsSeed,
    size: configuration.feedsSize,
    growthSeconds: configuration.feedsGrowthSeconds,
    host: configuration.host,
    port: configuration.feedsPort,
  });
  process.stdout.write(
    `feeds: ${feeds.url} (seed ${configuration.feedsSeed}, ${configuration.feedsSize} publications)\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void feeds.close().then(() => process.exit(0)));
  }
}

async function writeTruth(configuration: Configuration, file: string): Promise<void> {
  const start = new Date();
  const timeline = createTimeline({
    seed: configuration.feedsSeed,
    size: configuration.feedsSize,
    start,
    growthSeconds: 0,
  });
  await pipeline(Readable.from(lines(timeline, start.getTime())), createWriteStream(file));
}

function* lines(...world: Parameters<typeof truth>): Generator<string> {
  for (const row of truth(...world)) yield `${JSON.stringify(row)}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigurationError || error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
