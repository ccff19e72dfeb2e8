import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findBrowser } from '../../../src/stages/onboarding/browser/find-browser.ts';
import type { AdminClient, AdminRig } from './admin-rig.ts';

export async function openBrowser(): Promise<Browser> {
  const program = await findBrowser('', process.env['PATH'] ?? '');
  if (program === undefined) throw new Error('No Chromium is installed. Run `make install`.');
  return chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
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

/** Returns the lines that the pages of a window write to the console, such as violations of the content policy. */
export function consoleOf(context: BrowserContext): string[] {
  const lines: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text());
  });
  context.on('weberror', (error) => lines.push(error.error().message));
  return lines;
}

/** Returns the rules of WCAG 2.2 AA that a page breaks, with the elements that break them. Checks only `rules`, if given. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const builder = new AxeBuilder({ page });
  const { violations } = await (rules === undefined ? builder.withTags(tags) : builder.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
