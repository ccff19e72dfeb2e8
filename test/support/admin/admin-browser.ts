import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { createRoutes } from '../../../src/admin/routes.ts';
import { findBrowser } from '../../../src/stages/onboarding/browser/find-browser.ts';
import type { AdminClient, AdminRig } from './admin-rig.ts';
import type { KnownParameters } from './sample-installation.ts';

export async function openBrowser(): Promise<Browser> {
  const program = await findBrowser('', process.env['PATH'] ?? '');
  if (program === undefined) throw new Error('No Chromium is installed. Run `make install`.');
  // Requests to other machines, such as for the fonts of a test provider, fail at once.
  const network = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  return chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu', network] });
}

export interface Look {
  theme?: 'light' | 'dark';
  width?: number;
  hasScript?: boolean;
}

/** Opens a window in which a person is signed in. */
export async function openWindow(
  browser: Browser,
  rig: Pick<AdminRig, 'url'>,
  { cookie }: Pick<AdminClient, 'cookie'>,
  { theme = 'light', width = 1_440, hasScript = true }: Look = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme: theme, javaScriptEnabled: hasScript, reducedMotion: 'reduce' },
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: rig.url }]);
  return context;
}

/**
 * Returns the addresses of all pages that a person may see, without those of files and streams. `known` are values for
 * the parameters of addresses.
 */
export async function pagePathsOf({ deps }: AdminRig, person: AdminClient, known: KnownParameters): Promise<string[]> {
  // The metrics of the dashboard exist already.
  const routes = createRoutes({ ...deps, metrics: new Registry() });
  const gets = routes.filter(({ contract: { method, path } }) => method === 'get' && path !== '/live');
  const pages: string[] = [];
  for (const path of gets.map(({ contract }) => filled(contract.path, known))) {
    const answer = await person.get(path);
    await answer.body?.cancel();
    const isPage = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html') === true;
    if (isPage) pages.push(path);
  }
  return pages;
}

/** Returns the path of a route with values for its parameters. */
function filled(path: string, known: KnownParameters): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'x');
}

/** Returns the lines that the pages of a window write to the console, such as violations of the content policy. */
export function consoleOf(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text());
  });
  context.on('weberror', (error) => lines.push(error.error().message));
  return lines;
}

const Found = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/**
 * Returns the rules of WCAG 2.2 AA that a page breaks, with the elements that break them. Checks only `rules`, if
 * given.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const only = rules === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: rules };
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`);
  const options = JSON.stringify({ runOnly: only, resultTypes: ['violations'], preload: false });
  const violations = Found.parse(
    await page.evaluate(`axe.run(document, ${options}).then((found) => found.violations)`),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
