import { afterEach, describe, expect, test } from '@jest/globals';
import { maliciousPages, unreadablePages, type HostileAnswer } from '../../../test/support/brands/hostile-pages.ts';
import { madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { onboard } from '../../../test/support/brands/onboard.ts';
import { startHttpServer, type TestServer } from '../../../test/support/network/raw-server.ts';
import type { UnreadReason } from '../../schema/brand-read.ts';
import { PermanentFailure } from '../stage-errors.ts';

let site: TestServer | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function serve(pages: Record<string, HostileAnswer>): Promise<string> {
  site = await startHttpServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else page(response);
  });
  return site.origin;
}

const page =
  (body: string, type = 'text/html; charset=utf-8'): HostileAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

async function failureOf(work: Promise<unknown>): Promise<PermanentFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PermanentFailure)) throw new Error('the stage did not fail permanently', { cause: error });
  return error;
}

describe('unreadable pages', () => {
  test.each<[path: string, reason: UnreadReason, says: string]>([
    ['/missing', 'HTTPStatus', 'the server answered with status 404'],
    ['/broken', 'HTTPStatus', 'the server answered with status 500'],
    ['/loop', 'HTTPStatus', 'the URL redirects more than 5 times'],
    [
      '/inward',
      'AddressRefused',
      'the URL redirects to 169.254.169.254, and the address 169.254.169.254 is not public',
    ],
    ['/hang-up', 'AddressRefused', 'the server closed the connection'],
    ['/picture', 'NoContent', 'the response is not a web page'],
    ['/json', 'NoContent', 'the response is not a web page'],
    ['/empty', 'NoContent', 'the response is empty'],
    ['/garbage', 'NoContent', 'the response is not a web page'],
    ['/bomb', 'NoContent', 'the answer is too large'],
    ['/scripts', 'NoContent', 'the page has no text or pictures unless scripts run'],
    ['/icon', 'NoContent', 'the page has no text or pictures unless scripts run'],
    ['/drawn', 'NoContent', 'the page has no text or pictures unless scripts run'],
    ['/challenge', 'Blocked', 'the server shows a bot check instead of the page'],
    ['/login', 'Blocked', 'the page asks for a login'],
  ])('the page %s ends the stage with %s and a message with field, host and reason', async (path, reason, says) => {
    const origin = await serve(unreadablePages);
    const failure = await failureOf(onboard({ brandUrl: origin + path }));
    expect(failure).toMatchObject({
      code: 'brand_unreadable',
      reason,
      message: `Nothing was read from brand_data.brand_url at ${origin.slice(7)}: ${says}.`,
    });
  });

  test('a closed port or an unknown host name ends the stage', async () => {
    const origin = await serve({});
    await site?.close();
    const closed = await failureOf(onboard({ brandUrl: origin }));
    const unknown = await failureOf(onboard({ brandUrl: 'http://brand.invalid/secret?token=1' }));
    expect([closed, unknown]).toMatchObject([
      {
        reason: 'AddressRefused',
        message: `Nothing was read from brand_data.brand_url at ${origin.slice(7)}: the server refused the connection.`,
      },
      {
        reason: 'NameNotResolved',
        message: 'Nothing was read from brand_data.brand_url at brand.invalid: the name does not resolve.',
      },
    ]);
  });

  test('a meta refresh to an unreadable page ends the stage with the reason of that page', async () => {
    const forward = (to: string): HostileAnswer => page(`<meta http-equiv="refresh" content="0;url=${to}">`);
    const origin = await serve({
      ...unreadablePages,
      '/a': forward('/missing'),
      '/b': forward('http://169.254.169.254/latest/'),
      '/c': forward('/a'),
    });
    const messages = await Promise.all(
      ['/a', '/b', '/c'].map(async (path) => (await failureOf(onboard({ brandUrl: origin + path }))).message),
    );
    const at = `Nothing was read from brand_data.brand_url at ${origin.slice(7)}:`;
    expect(messages).toEqual([
      `${at} the server answered with status 404.`,
      `${at} the URL redirects to 169.254.169.254, and the address 169.254.169.254 is not public.`,
      `${at} the page has no text or pictures unless scripts run.`,
    ]);
  });

  test.each<[what: string, rest: string]>([
    ['a headline', '<h2>Boiling in two mi'],
    ['a tag', '<meta property="og:title" content="Boil'],
    ['a price', '<div class="price">$1'],
  ])('a page that is cut short in %s is read as far as it arrived, without the half', async (_, rest) => {
    const origin = await serve({
      '/': (response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '99999' });
        response.write(`<title>Acme</title><h1>Kettles that never drip</h1>${rest}`, () => response.socket?.destroy());
      },
    });
    const { extract } = await onboard({ brandUrl: origin, productUrl: origin });
    expect(extract).toMatchObject({ name: 'Acme', product: { price: null }, notes: [] });
    expect(extract.headlines.map(({ text }) => text)).toEqual(['Kettles that never drip']);
  });

  test('one unreadable page is a note if the other page is readable', async () => {
    const origin = await serve({ ...unreadablePages, '/product': page('<title>Kettle</title><h1>Kettle</h1>') });
    const { extract } = await onboard({ brandUrl: `${origin}/missing`, productUrl: `${origin}/product` });
    expect(extract.product?.name).toBe('Kettle');
    expect(extract.notes).toEqual([
      `brand_data.brand_url at ${origin.slice(7)} was left out: the server answered with status 404.`,
    ]);
  });

  test('the product page gives the brand if the brand page is drawn by scripts', async () => {
    const origin = await serve({
      ...unreadablePages,
      '/product': page('<title>Kettle</title><style>:root{--primary:#b4532f}</style><h1>Kettle</h1>'),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/scripts`, productUrl: `${origin}/product` });
    expect(extract.colors[0]?.hex).toBe('#b4532f');
    expect(extract.notes).toEqual([
      `brand_data.brand_url at ${origin.slice(7)} was left out: the page has no text or pictures unless scripts run.`,
    ]);
  });

  test('two unreadable pages end the stage with both messages and the reason of the brand page', async () => {
    const origin = await serve(unreadablePages);
    const failure = await failureOf(onboard({ brandUrl: `${origin}/missing`, productUrl: `${origin}/json` }));
    expect(failure).toMatchObject({
      reason: 'HTTPStatus',
      message: expect.stringMatching(
        /brand_url at .* status 404; nor from product_metadata\.product_url .* not a web page\.$/,
      ),
    });
  });

  test('a page named as brand and product is requested once and gives one reason', async () => {
    const origin = await serve(unreadablePages);
    const failure = await failureOf(onboard({ brandUrl: `${origin}/missing`, productUrl: `${origin}/missing#top` }));
    expect(failure.message).toBe(
      `Nothing was read from brand_data.brand_url and product_metadata.product_url at ${origin.slice(7)}: the server answered with status 404.`,
    );
    expect(site?.asked).toEqual(['/missing']);
  });
});

describe('hostile pages', () => {
  test.each(Object.entries(maliciousPages))('onboarding reads a malicious page %s', async (_, body) => {
    const origin = await serve({ '/': page(body) });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect(extract.headlines[0]?.text).toBe('A line worth reading');
    expect(extract.ctas[0]?.text).toBe('Shop now');
  });
});

describe('sanitizing', () => {
  test('markup, control characters and repeated blanks are removed from texts', async () => {
    const origin = await serve({
      '/': page(
        `<title>Acme Co</title><meta property="og:site_name" content="Ac&amp;lt;b&amp;gt;me\u0007 \u202f  Co"><h1>One <script>alert(1)</script><b>two</b>
         &amp; three</h1>`,
      ),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect(extract.name).toBe('Acme Co');
    expect(extract.headlines[0]?.text).toBe('One two & three');
  });

  test.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'file:///etc/passwd', 'http://u:p@127.0.0.1/x.png'])(
    '%s is not used as a logo',
    async (url) => {
      const origin = await serve({
        '/': page(`<title>x</title><header><a href="/"><img class="logo" src="${url}"></a></header><h1>Fine</h1>`),
      });
      const { extract } = await onboard({ brandUrl: `${origin}/` });
      expect(extract.logo).toBeNull();
    },
  );

  test('texts are cut to their limits', async () => {
    const origin = await serve({
      '/': page(
        `<title>${'t'.repeat(5_000)}</title><meta property="og:site_name" content="${'n'.repeat(900)}"><meta name="description" content="Fine ${'word '.repeat(4_000)}"><h1>Fine</h1>`,
      ),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect((extract.name ?? '').length).toBeLessThanOrEqual(200);
    expect(extract.subheadlines.filter(({ text }) => text.length > 500)).toEqual([]);
  });
});

describe('linked files', () => {
  test('an unreadable stylesheet, manifest or logo adds no note', async () => {
    const origin = await serve({
      '/': page(
        '<link rel=stylesheet href=/gone.css><link rel=stylesheet href=/html.css><link rel=manifest href=/bad.json><header><a href=/><img class=logo src=/gone.png></a></header><h1>Still here</h1>',
      ),
      '/html.css': page('<style>:root{--primary:#f00}</style>'),
      '/bad.json': page('{', 'application/json'),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect(extract).toMatchObject({ colors: [], notes: [], logo: { url: `${origin}/gone.png` } });
  });

  test('the next stylesheet is read in place of a missing one', async () => {
    const links = Array.from({ length: 8 }, (_, at) => `<link rel=stylesheet href=/s${at}.css>`).join('');
    const origin = await serve({
      '/': page(`${links}<h1>Still here</h1>`),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/s${at}.css`, page('h1{color:red}', 'text/css')])),
      '/s6.css': page(':root{--primary:#1a7f5a}', 'text/css'),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect(extract.colors.map(({ hex }) => hex)).toContain('#1a7f5a');
    expect(site?.asked).not.toContain('/s7.css');
  });

  test('the next logo is used in place of a missing one', async () => {
    const pixels = await madePhoto(64, 64);
    const origin = await serve({
      '/': page(
        '<link rel=apple-touch-icon href=/icon.png><header><a href=/><img class=logo src=/gone.png></a></header><h1>Still here</h1>',
      ),
      '/icon.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(pixels),
    });
    const { extract } = await onboard({ brandUrl: `${origin}/` });
    expect(extract.logo?.url).toBe(`${origin}/icon.png`);
  });

  test('a few stylesheets are fetched, and their imports one level deep', async () => {
    const sheets = Array.from({ length: 30 }, (_, at) => `<link rel=stylesheet href=/s${at}.css>`).join('');
    const css = (body: string): HostileAnswer => page(body, 'text/css');
    const origin = await serve({
      '/': page(`${sheets}<h1>Many</h1>`),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/s${at}.css`, css(`@import "/i${at}.css";`)])),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/i${at}.css`, css(`@import "/deeper.css";`)])),
    });
    await onboard({ brandUrl: `${origin}/` });
    expect(site?.asked.filter((path) => path.startsWith('/s'))).toHaveLength(6);
    expect(site?.asked).not.toContain('/deeper.css');
  });
});

test('a page with a meta refresh is read from its target', async () => {
  const origin = await serve({
    '/': page('<meta http-equiv="refresh" content="0; url=/de/">'),
    '/de/': page('<title>Kessel</title><h1>Tee in zwei Minuten</h1>'),
  });
  const { extract } = await onboard({ brandUrl: `${origin}/` });
  expect(extract.headlines[0]?.text).toBe('Tee in zwei Minuten');
});
