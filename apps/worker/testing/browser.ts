import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's own Chromium: `apt-get install chromium`. */
const CHROMIUM = '/usr/bin/chromium';

/**
 * Tests in a real browser; elsewhere they are skipped and say so, in CI they run and fail: a missing browser is never
 * taken for a pass.
 */
export const describeWithChromium = existsSync(CHROMIUM) || process.env['CI'] === 'true' ? describe : skipped();

function skipped() {
  process.stderr.write(`${CHROMIUM} is missing: the tests of the console are SKIPPED (apt-get install chromium)\n`);
  return describe.skip;
}

export function startBrowser(): Promise<Browser> {
  // No sandbox: CI runs as root in a container. No address is looked up but this machine's.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

export interface Watched {
  page: Page;
  /** Every address that the page asked for. */
  requests: string[];
  /** What went wrong in it: errors, and whatever its policy refused. */
  complaints: string[];
}

/** A page of its own, with nothing of other pages. @param width in pixels, as `height`. */
export async function openPage(browser: Browser, width: number, height = 800): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'fr-FR', timezoneId: 'UTC' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return { page, requests, complaints };
}

/** What keeps people from using the page (WCAG 2.2, levels A and AA), one line each. */
export async function barriers(page: Page): Promise<string[]> {
  // Evaluated by the browser's own tools: the page's policy would refuse a script of ours.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}
