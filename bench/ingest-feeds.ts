/** The simulated feeds in a process of their own, for `ingest.ts`: `FEEDS_SIZE` publications over the 18 sources. */
import { createFeeds } from '../apps/feeds/server.js';

const now = new Date();
const feeds = await createFeeds({ seed: 20_261_121, size: Number(process.env['FEEDS_SIZE']), now: () => now });
process.send?.(feeds.url);
