/**
 * The API with some of its checks left out: what bench/chain.ts compares. Never for anything else.
 * Environment: API_DATABASE_URL and the other settings; CHECKS: `all`, `no quota`, `none`.
 */
import 'reflect-metadata';
import type { CleContext } from '#access/cles/directory';
import { UsageRecorder } from '#access/usage/recorder';
import { QUOTA_DEFAULTS } from '#contract/limits';
import { PERIMETRES } from '#contract/vocabulary';
import { readConfiguration } from '#platform/configuration/configuration';
import { SOURCES } from '#sources/registry';
import { Chain } from '../apps/api/access/chain.js';
import type { Passage } from '../apps/api/access/passage.js';
import type { Step } from '../apps/api/access/step.js';
import { KnownRouteStep } from '../apps/api/access/steps/known-route.step.js';
import { ParametersStep } from '../apps/api/access/steps/parameters.step.js';
import { QuotaStep } from '../apps/api/access/steps/quota.step.js';
import { createApi } from '../apps/api/create-api.js';

/** What a handler must be told, known without asking anything. */
const visible = SOURCES.map((source) => source.code);
const cle: CleContext = {
  cleId: '00000000-0000-0000-0000-000000000000',
  prefixe: '',
  usage: 'interne',
  perimetres: PERIMETRES,
  creeeLe: '2026-01-01T00:00:00Z',
  expireLe: null,
  compte: { id: '00000000-0000-0000-0000-000000000000', nom: 'Banc', plan: 'pro' },
  limites: QUOTA_DEFAULTS,
};
const facts: Step = {
  check(passage: Passage) {
    passage.facts = { cle, visible, served: visible, now: new Date() };
  },
};

const configuration = readConfiguration(process.env);
const app = await createApi({ ...configuration, apiDatabaseUrl: configuration.apiDatabaseUrl ?? '' });
const chain: { steps: readonly Step[] } = app.get<Chain, { steps: readonly Step[] }>(Chain);
if (process.env['CHECKS'] === 'no quota') chain.steps = chain.steps.filter((step) => !(step instanceof QuotaStep));
if (process.env['CHECKS'] === 'none') {
  chain.steps = [app.get(KnownRouteStep), facts, app.get(ParametersStep)];
  app.get(UsageRecorder).record = () => undefined;
}
await app.listen(0, '127.0.0.1');
process.send?.(await app.getUrl());
