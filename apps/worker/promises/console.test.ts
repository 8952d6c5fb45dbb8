import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { DataSource } from 'typeorm';
import { archiveBatch } from '#avis/write/archive';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { barriers, describeWithChromium, openPage, startBrowser, type Watched } from '../testing/browser.js';
import { until } from '../testing/runs.js';
import { OPERATOR_TOKEN, startWorkerServer, type TestWorker } from '../testing/worker-server.js';

/** The operators' console, in the browser in which operators see it. */
jest.setTimeout(120_000);

const PATHS = ['/', '/executions', '/etapes', '/file', '/rejets', '/doublons', '/quotas', '/coupures'];
const WIDTHS = [1280, 360];
/** `CONSOLE_SCREENSHOTS=docs/console` writes the pictures of docs/operations.md. */
const SCREENSHOTS = process.env['CONSOLE_SCREENSHOTS'];

describeWithChromium('the console in Chromium', () => {
  let browser: Browser;
  let feeds: Feeds;
  let full: TestWorker;
  let empty: TestWorker;
  let hostile: string;

  beforeAll(async () => {
    browser = await startBrowser();
    feeds = await createFeeds({ seed: 7, size: Number(process.env['CONSOLE_FEEDS_SIZE'] ?? 120) });
    feeds.faults.add({ kind: 'server_error', path: '/klekoon' });
    const collection = { FEEDS_URL: feeds.url, COLLECT_SIMULATED_SECONDS: '600', HTTP_ATTEMPTS: '1' };
    [full, empty] = await Promise.all([startWorkerServer(collection, null), startWorkerServer()]);
    const { pool } = full.database;
    await archiveBatch(full.app.get(DataSource), 'boamp', {
      documents: [
        {
          source: 'boamp',
          identifiant: '26-1',
          format: 'boamp-json',
          url: 'https://example.org/26-1',
          body: Buffer.from('<script>document.title = "taken over"</script>'),
        },
      ],
      position: null,
      faults: [],
      progress: null,
    } as never);
    await until(pool, `select count(*) >= 17 from write.run where outcome = 'succeeded'`, [], 90_000);
    await until(pool, `select count(*) > 0 from write.run where source = 'klekoon' and outcome = 'failed'`, [], 90_000);
    const settled = ['a_normaliser', 'a_apparier', 'a_projeter'].map(
      (queue) => `not exists (select from write.${queue})`,
    );
    await until(pool, `select ${settled.join(' and ')}`, [], 90_000);
    await until(pool, `select count(*) > 0 from write.rejection where identifiant is null or identifiant = '26-1'`);
    await pool.query(
      `insert into write.source_health as h (source, failures, opened_at, retry_at)
       values ('klekoon', 5, clock_timestamp(), clock_timestamp() + interval '8 minutes')
       on conflict (source) do update set failures = 5, opened_at = excluded.opened_at, retry_at = excluded.retry_at`,
    );
    await addUsage();
    hostile = await one(`select max(document_id)::text as v from write.rejection where source = 'boamp'`);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([full.close(), empty.close()]);
    await feeds.close();
  });

  async function one(sql: string): Promise<string> {
    const { rows } = await full.database.pool.query<{ v: string }>(sql);
    return rows[0]?.v ?? '';
  }

  async function addUsage(): Promise<void> {
    const { pool } = full.database;
    for (const [nom, weight] of [
      ['Veille Bretagne', 40],
      ['Mairie de Brest', 15],
    ] as const) {
      const [compte, cle] = [randomUUID(), randomUUID()];
      await pool.query(`insert into access.compte (id, nom, email, plan) values ($1, $2, 'a@example.org', 'pro')`, [
        compte,
        nom,
      ]);
      await pool.query(
        `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres)
         values ($1, $2, 'mpk_test', $3, 'interne', '{avis:read}')`,
        [cle, compte, Buffer.from(cle)],
      );
      await pool.query(
        `insert into access.usage (jour, cle_id, route, statut, requetes)
         select (now() at time zone 'UTC')::date - n, $1, 'listAvis', statut, ($2 + n * 7 % 23) * part
         from generate_series(0, 29) n, (values (200::smallint, 10), (429::smallint, 1)) as s (statut, part)`,
        [cle, weight],
      );
      await pool.query(`insert into access.quota values ($1, 'general', (now() at time zone 'UTC')::date, $2)`, [
        compte,
        weight * 900,
      ]);
    }
  }

  async function signedIn(worker: TestWorker, width: number): Promise<Watched> {
    const watched = await openPage(browser, width, SCREENSHOTS === undefined ? 800 : 1000);
    await watched.page.goto(`${worker.url}/connexion`);
    await watched.page.getByLabel('Jeton d’opérateur').fill(OPERATOR_TOKEN);
    await watched.page.getByRole('button', { name: 'Ouvrir la console' }).click();
    await watched.page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    return watched;
  }

  /** Opens pages one after the other: none complains, scrolls sideways, shuts anybody out or asks another machine. */
  async function visit(worker: TestWorker, width: number, paths: readonly string[], shot?: string): Promise<void> {
    // The same pages stand twice before the same eyes: looking for barriers takes longer than all else together.
    const judged = (worker === full) === (width === 360);
    const { page, requests, complaints } = await signedIn(worker, width);
    for (const path of paths) {
      const answer = await page.goto(worker.url + path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect([path, wide]).toEqual([path, width]);
      if (judged) expect([path, await barriers(page)]).toEqual([path, []]);
      if (shot !== undefined) await keep(page, `${shot}-${path.split('/')[1] || 'sources'}-${width}`);
    }
    expect(complaints).toEqual([]);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([worker.url]));
    await page.context().close();
  }

  async function keep(page: Page, name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  test.each(WIDTHS)('every page with data, %d pixels wide', async (width) => {
    const id = await one(
      'select min(avis_id::text) as v from write.cluster group by cluster_id order by count(*) desc, 1 limit 1',
    );
    await visit(full, width, [...PATHS, `/rejets/${hostile}`], 'console');
    await visit(full, width, [`/doublons/${id}`], 'groupe');
  });

  test.each(WIDTHS)('every page of an empty system, %d pixels wide', async (width) => {
    await visit(empty, width, PATHS, SCREENSHOTS === undefined ? undefined : 'vide');
  });

  test('a source that fails is seen at a glance, with its reason', async () => {
    const { page } = await signedIn(full, 1280);
    const row = page.getByRole('row').filter({ hasText: 'Klekoon' });
    await row.getByText('Circuit ouvert').waitFor();
    await row.getByText('Échouée').waitFor();
    expect(await row.innerText()).toMatch(/5 échecs de suite[\s\S]*answered 500/);
    expect(await page.locator('.tile.bad').innerText()).toContain('1');
    await page.goto(`${full.url}/executions?source=klekoon`);
    expect(await page.locator('tbody').first().innerText()).toMatch(
      /Échouée[\s\S]*klekoon\/releases\.json answered 500/,
    );
    await page.context().close();
  });

  test('a document is shown as it came and does nothing', async () => {
    const { page } = await signedIn(full, 1280);
    await page.goto(`${full.url}/rejets?motif=malformed`);
    await page.locator('table a').first().click();
    await page.locator('pre').waitFor();
    expect(await page.locator('pre').innerText()).toContain('<script>document.title');
    expect(await page.title()).not.toContain('taken over');
    const raw = await page.request.get(`${full.url}/rejets/${hostile}/brut`);
    expect(raw.headers()).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="document-${hostile}"`,
    });
    await page.context().close();
  });

  test('a wrong token is refused, and pages stay closed', async () => {
    const { page } = await openPage(browser, 360);
    await page.goto(`${full.url}/coupures`);
    await page.getByLabel('Jeton d’opérateur').fill('not the token of this worker, by far');
    await page.getByRole('button', { name: 'Ouvrir la console' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Ce jeton n’est pas celui du worker');
    expect(await barriers(page)).toEqual([]);
    for (const path of PATHS) {
      await page.goto(full.url + path);
      expect(new URL(page.url()).pathname).toBe('/connexion');
    }
    await page.context().close();
  });

  test('a switch is confirmed, holds, is told, and is undone', async () => {
    const { page } = await signedIn(full, 360);
    const cut = () => one('select coalesce(string_agg(cible, $$,$$), $$nothing$$) as v from access.coupure');
    await page.goto(`${full.url}/coupures`);
    const contrats = page.getByRole('row').filter({ hasText: 'contrats' });
    await contrats.getByText('Couper…').click();
    expect(await cut()).toBe('nothing');
    await contrats.getByRole('button', { name: 'Oui, couper Contrats' }).click();
    await page.getByRole('status').getByText('contrats : coupée.').waitFor();
    expect(await cut()).toBe('contrats');
    await contrats.getByText('Rétablir…').click();
    await contrats.getByRole('button', { name: 'Oui, rétablir Contrats' }).click();
    await page.getByRole('status').getByText('contrats : rétablie.').waitFor();
    expect(await cut()).toBe('nothing');

    const source = page.getByRole('row').filter({ hasText: 'achatpublic.com' }).first();
    await source.getByText('Couper…').click();
    await source.getByLabel('Motif').fill('demande de l’éditeur');
    await source.getByRole('button', { name: 'Oui, couper achatpublic.com' }).click();
    await page
      .getByRole('status')
      .getByText(/achatpublic : coupée/)
      .waitFor();
    expect(await page.getByRole('table', { name: /Décisions/ }).innerText()).toContain('demande de l’éditeur');
    expect(await one(`select coupee::text as v from read.source where code = 'achatpublic'`)).toBe('true');
    await page.context().close();
  });

  test('pages bring themselves up to date, unless told not to', async () => {
    const { page } = await openPage(browser, 1280);
    await page.clock.install();
    await page.goto(`${empty.url}/connexion?vers=/quotas`);
    await page.getByLabel('Jeton d’opérateur').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Ouvrir la console' }).click();
    await page.getByText('Aucun compte').waitFor();
    const box = page.getByLabel('Actualiser toutes les 10 s');
    await box.uncheck();
    await empty.database.pool.query(
      `insert into access.compte (id, nom, email, plan) values ($1, 'Nouveau compte', 'a@example.org', 'pro')`,
      [randomUUID()],
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.fastForward(30_000);
    expect(asked).toEqual([]);
    await box.check();
    await page.clock.fastForward(11_000);
    await page.getByRole('rowheader', { name: 'Nouveau compte' }).first().waitFor();
    await page.context().close();
  });
});
