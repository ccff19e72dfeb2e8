import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import type { PageReading } from '../../src/stages/onboarding/page-reader.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const words = '<h1>Cider from old trees</h1><p>Pressed in October, opened in May, and never sweetened by us.</p>';
const cover = 'position:fixed;inset:0;background:#111;color:#fff';
const pages: Record<string, string> = {
  '/age': `${words}<div style="${cover}"><h2>Are you over 18?</h2><button>Yes</button><button>No</button></div>`,
  '/age-by-script': `${words}<script>document.body.innerHTML += '<div style="${cover}">You must be at least 18 to enter.</div>';</script>`,
  '/bot-check': `<div id=root></div><script>document.title = 'Just a moment...'; document.body.innerHTML = '<div id="challenge-running">x</div>';</script>`,
  '/check-over-text': `${words.repeat(5)}<script>document.title = 'Just a moment...'; document.body.innerHTML = '<div id="challenge-running">x</div>';</script>`,
  '/age-over-text': `${words.repeat(5)}<div style="${cover}"><h2>Are you over 18?</h2><button>Yes</button></div>`,
  '/consent': `${words}<div class="cookie-banner" style="${cover}"><h2>We value your privacy</h2><a href="#" style="display:block;padding:20px;background:#b3261e;color:#fff">Accept all cookies</a></div>`,
  '/written': `<div id=root></div><script>document.getElementById('root').innerHTML = '${words}';</script>`,
};

let world: PageWorld;
beforeAll(async () => {
  world = await startPageWorld(pages);
});
afterAll(() => world.close());

async function read(path: string): Promise<PageReading> {
  const { open } = await watchedBrowser();
  return new BrowserReader({ open, timeoutMs: 8_000 }).read(await world.open(path), world.deps);
}

test.each([
  ['an age gate', '/age', 'the page asks for the age of the visitor'],
  ['an age gate that a script adds', '/age-by-script', 'the page asks for the age of the visitor'],
  ['an age gate over a page with much text', '/age-over-text', 'the page asks for the age of the visitor'],
  ['a bot check that a script writes', '/bot-check', 'the server shows a bot check instead of the page'],
])('%s blocks the page', async (_, path, why) => {
  expect(await read(path)).toEqual({ kind: 'blocked', why });
});

test('a bot check that a script writes does not block a page whose source has text', async () => {
  const why = 'the server shows a bot check instead of the page';
  expect(await read('/check-over-text')).toEqual({ kind: 'failed', why });
});

test('a consent dialog is removed before the page is read', async () => {
  const reading = await read('/consent');
  if (reading.kind !== 'read') throw new Error(reading.why);
  const { headlines, ctas, colors } = reading.findings;
  expect(headlines[0]?.value).toBe('Cider from old trees');
  expect(ctas).toEqual([]);
  expect(colors.map(({ value }) => value)).not.toContain('#111111');
});

test('a page that scripts write is read', async () => {
  const reading = await read('/written');
  expect(reading.kind === 'read' && reading.findings.headlines[0]?.value).toBe('Cider from old trees');
});
