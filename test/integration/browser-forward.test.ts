import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { GivenPage } from '../../src/ads/ad-request.ts';
import { GuardedEgress } from '../../src/egress/guarded-egress.ts';
import { Guard } from '../../src/egress/guard.ts';
import { parseAllowList } from '../../src/domain/address-rule.ts';
import type { Egress } from '../../src/egress/port.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { extractBrand } from '../../src/stages/onboarding/extract-brand.ts';
import { fetchPages } from '../../src/stages/onboarding/fetch.ts';
import { programVersion } from '../../src/version.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import { startHttpServer } from '../support/network/raw-server.ts';
import { storedEgress } from '../support/network/stored-egress.ts';

const text = '<p>Pressed in October, opened in May, and never sweetened by us or by anyone else.</p>'.repeat(5);
const page = (name: string, script = ''): Buffer =>
  Buffer.from(
    `<!doctype html><title>${name}</title><meta property="og:site_name" content="${name}"><h1>${name} from old trees</h1>${text}<script>${script}</script>`,
  );
const pages: Record<string, Buffer> = {
  'https://orchard.test/': page('Orchard', 'location.replace("https://www.cider.test/home#top")'),
  'https://cider.test/': page('Cider', 'location.replace("/start")'),
  'https://cider.test/start': page('Started'),
  'https://www.cider.test/home': page('Cider'),
  'https://lost.test/': page('Lost', 'onload = () => location.replace("https://gone.test/")'),
  'https://nowhere.test/': page('Nowhere', 'location.replace("about:blank")'),
  'https://claimed.test/': page('Claimed', 'history.replaceState({}, "", "/pretended")'),
  'https://gate.test/': page('Gate', 'location.replace("https://check.test/")'),
  'https://check.test/': Buffer.from('<title>Just a moment...</title><h1>Checking</h1>'),
};

async function read(
  url: string,
  egress: Egress = storedEgress(pages),
): Promise<{ extract: BrandExtract | undefined; why: string | undefined }> {
  const deps = { egress, logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  const { open } = await watchedBrowser();
  const given: GivenPage = { role: 'brand', field: 'brand_data.brand_url', url };
  const browser = new BrowserReader({ open, timeoutMs: 8_000 });
  const { extract, unread } = await extractBrand(await fetchPages([given], deps), { ...deps, browser });
  return { extract, why: unread[0]?.why };
}

test('the brand of a page that forwards to another host is that of the other host alone', async () => {
  const { extract } = await read('https://orchard.test/');
  expect(extract?.name).toBe('Cider');
  expect(extract?.headlines.map(({ text: headline }) => headline)).not.toContain('Orchard from old trees');
  expect(extract?.notes).toEqual([]);
});

test('a page that forwards on its own host keeps its source', async () => {
  expect((await read('https://cider.test/')).extract?.name).toBe('Cider');
});

test('a page that forwards to an address without a page is read as it was', async () => {
  expect((await read('https://lost.test/')).extract).toMatchObject({ name: 'Lost', notes: [] });
});

test('a page that forwards to an empty document is read from its source', async () => {
  const { extract } = await read('https://nowhere.test/');
  expect(extract?.name).toBe('Nowhere');
  expect(extract?.notes).toEqual([expect.stringContaining('was read without a browser')]);
});

test('a page that changes only the path of its URL is read', async () => {
  expect((await read('https://claimed.test/')).extract).toMatchObject({ name: 'Claimed', notes: [] });
});

test('a page that forwards to a bot check on another host is blocked', async () => {
  expect((await read('https://gate.test/')).why).toBe('the server shows a bot check instead of the page');
});

test('scripts see the User-Agent of the requests for the page and its files', async () => {
  const agents: string[] = [];
  const server = await startHttpServer(({ headers, url }, response) => {
    agents.push(headers['user-agent'] ?? '');
    if (url !== '/') response.writeHead(404).end();
    else
      response.end(
        `<!doctype html><img src=/a.png><div id=root></div><script>root.innerHTML = '<h1>' + navigator.userAgent + '</h1>'; fetch('/seen?' + encodeURIComponent(navigator.userAgent));</script>`,
      );
  });
  const guard = new Guard({ allow: parseAllowList('127.0.0.0/8:*') });
  await read(`${server.origin}/`, new GuardedEgress({ guard, version: programVersion() }));
  await server.close();
  const seen = server.asked.filter((path) => path.startsWith('/seen')).map((path) => decodeURIComponent(path.slice(6)));
  expect(seen).toHaveLength(1);
  expect(agents.length).toBeGreaterThanOrEqual(3);
  expect([...new Set([...agents, ...seen])]).toEqual([`adwright-stage/${programVersion()} (+brand onboarding)`]);
});
