import { channel } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { judgeUrl, parseAddressRules } from '../../src/domain/address-rule.ts';
import { Guard, type GuardOptions, type Resolve } from '../../src/egress/guard.ts';
import { GuardedEgress } from '../../src/egress/guarded-egress.ts';
import { EgressError } from '../../src/egress/port.ts';
import { HttpSender } from '../../src/webhooks/http-sender.ts';
import { resolvingTo } from '../support/network/resolving-to.ts';
import { startHttpServer, type TestServer } from '../support/network/raw-server.ts';
import { forbiddenAddresses, internalNames, spellings, wrappers } from '../support/network/ssrf-corpus.ts';

/**
 * Tries each address of the corpus in every way in which a user can make the service connect to an address of the
 * user's choice (server-side request forgery, SSRF).
 */
const publicAddress = '93.184.216.34';
const proxy = {
  url: new URL('http://127.0.0.1:9'),
  isDirect: () => false,
  authorization: () => Promise.resolve(undefined),
};

/** Server that redirects to the URL in its query. The rules allow only this server's own address and port. */
let redirecting: TestServer;
let rules: ReturnType<typeof parseAddressRules>;
/** Number of sockets that this process has opened since the start of the test. */
let opened: number;

const count = (): void => {
  opened += 1;
};

beforeAll(async () => {
  redirecting = await startHttpServer((request, response) => {
    const to = new URL(request.url ?? '', redirecting.origin).searchParams.get('to') ?? '';
    response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
  });
  rules = parseAddressRules({ allow: `127.0.0.1/32:${redirecting.port}`, deny: '' });
});
afterAll(() => redirecting.close());
beforeEach(() => {
  opened = 0;
  channel('net.client.socket').subscribe(count);
});
afterEach(() => {
  channel('net.client.socket').unsubscribe(count);
});

/** Functions that make a connection for a user. Each returns why the connection failed. */
const ways: readonly [name: string, (url: string, options?: Partial<GuardOptions>) => Promise<string>][] = [
  ['a page', fetchPage],
  ['a callback', sendCallback],
];

async function fetchPage(url: string, options?: Partial<GuardOptions>): Promise<string> {
  const egress = new GuardedEgress({ guard: new Guard({ ...rules, ...options }), version: 'test' });
  try {
    await egress.fetch(url, { bytesMax: 1_000, timeoutMs: 5_000 });
    return 'fetched';
  } catch (error) {
    return error instanceof EgressError ? error.reason : String(error);
  }
}

async function sendCallback(url: string, options?: Partial<GuardOptions>): Promise<string> {
  const guard = new Guard({ ...rules, ...options });
  const sender = new HttpSender({ guard, clock: systemClock, version: 'test', timeoutMs: 5_000 });
  const callback = { id: 'job', account: 'ads/acme', url, body: Buffer.from('{}'), keys: [Buffer.alloc(32)] };
  const result = await sender.send(callback, () => true, new AbortController().signal);
  return typeof result === 'string' ? result : (result.error ?? result.outcome);
}

/** Sends a request for each URL. Returns the results without duplicates. */
async function resultsOf(urls: string[], send: (url: string) => Promise<string>): Promise<string[]> {
  return [...new Set(await Promise.all(urls.map(send)))];
}

const named = (addresses: string[]): Partial<GuardOptions> => ({ resolve: resolvingTo(...addresses) });

test('the corpus has at least 45 classes, and each spelling is an address for a URL parser', () => {
  expect(forbiddenAddresses.length).toBeGreaterThanOrEqual(45);
  const hosts = forbiddenAddresses.flatMap(([, address]) => spellings(address));
  const names = hosts.filter((host) => !/^(\d+(\.\d+){3}|\[.+\])$/.test(URL.parse(`http://${host}/`)?.hostname ?? ''));
  expect(names).toEqual([]);
});

describe.each(forbiddenAddresses)('the address of the class "%s", %s,', (_, address) => {
  const urls = spellings(address).flatMap((host) => [`http://${host}/`, `https://${host}/a?b`]);

  test('a create with this address in any spelling is refused', () => {
    expect(urls.filter((url) => judgeUrl(url, rules).allowed)).toEqual([]);
  });

  test.each(ways)('the address is not reached as the host in the URL of %s', async (_way, send) => {
    expect(await resultsOf(urls, (url) => send(url))).toEqual(['url_not_allowed']);
    expect(opened).toBe(0);
  });

  test.each(ways)('the address is not reached as a DNS answer for the host of %s', async (_way, send) => {
    const answers = [address, ...wrappers(address)].flatMap((one) => [[one], [publicAddress, one]]);
    const results = await Promise.all(answers.map((answer) => send('http://shop.example/', named(answer))));
    expect([...new Set(results)]).toEqual(['url_not_allowed']);
    expect(opened).toBe(0);
  });

  test('the address is not reached by a redirect of a page', async () => {
    const from = urls.map((to) => `${redirecting.origin}/?to=${encodeURIComponent(to)}`);
    expect(await resultsOf(from, (url) => fetchPage(url))).toEqual(['url_not_allowed']);
    expect(opened).toBe(from.length);
  });

  test('the address is not reached by a redirect of a page to a host name', async () => {
    const from = `${redirecting.origin}/?to=${encodeURIComponent('http://shop.example/')}`;
    const results = [address, ...wrappers(address)].map((answer) => fetchPage(from, named([answer])));
    expect(new Set(await Promise.all(results))).toEqual(new Set(['url_not_allowed']));
    expect(opened).toBe(results.length);
  });

  test('the address is not reached by a redirect of a callback', async () => {
    const from = urls.map((to) => `${redirecting.origin}/?to=${encodeURIComponent(to)}`);
    expect(await resultsOf(from, (url) => sendCallback(url))).toEqual(['redirected']);
    expect(opened).toBe(from.length);
  });

  test.each(ways)('the address is not reached behind a proxy as the host or a DNS answer of %s', async (_way, send) => {
    const answers = [address, ...wrappers(address)].map((answer) => named([answer]));
    const results = await Promise.all([
      ...urls.map((url) => send(url, { proxy })),
      ...answers.map((answer) => send('http://shop.example/', { ...answer, proxy })),
    ]);
    expect([...new Set(results)]).toEqual(['url_not_allowed']);
    expect(opened).toBe(0);
  });
});

describe.each(ways)('a request for %s', (_, send) => {
  test.each([
    'HTTP://127.0.0.1/',
    'http:////127.0.0.1/',
    'http:127.0.0.1/',
    'http://127.0.0.1:80/',
    'http://127.0.0.1:0080/',
    'http://127.0.0.1:/',
    'http://example.com@127.0.0.1/',
    'http://127.0.0.1#@example.com/',
    'http://127.0.0.1?@example.com/',
    'http://127.0.0.1%2f@example.com/',
    'http://127.0.0.1:80%40example.com/',
    'http://[fe80::1%25eth0]/',
    'http://[::1]./',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'data:text/plain,hello',
  ])('the SSRF guard does not request %s', async (url) => {
    expect(await send(url)).toBe('url_not_allowed');
    expect(opened).toBe(0);
  });

  test.each(['fe80::1%1', '::ffff:127.0.0.1', '127.0.0.01', '0x7f.1', '', 'localhost'])(
    'the SSRF guard does not connect to %p, an unusual answer of a resolver',
    async (answer) => {
      expect(await send('http://shop.example/', named([answer]))).toBe('url_not_allowed');
      expect(opened).toBe(0);
    },
  );

  test.each(internalNames)(
    'the SSRF guard does not connect to %s, even if it resolves to public addresses',
    async (name) => {
      const answers = [[publicAddress], ['2606:4700::7'], [publicAddress, '2606:4700::7']];
      const results = await Promise.all(answers.map((answer) => send(`http://${name}/`, named(answer))));
      expect([...results, await send(`http://${name}/`, { ...named([publicAddress]), proxy })]).toEqual(
        Array.from({ length: 4 }, () => 'url_not_allowed'),
      );
      expect(opened).toBe(0);
    },
  );

  test.each(internalNames)('the SSRF guard connects to %s at an address that the allow list has', async (name) => {
    await send(`http://${name}:${redirecting.port}/?to=http://10.0.0.1/`, named(['127.0.0.1']));
    expect(opened).toBe(1);
  });

  test('the SSRF guard does not connect to a short name that a search domain completes to a name of the cluster', async () => {
    const resolve: Resolve = (name) =>
      Promise.resolve({ name: `${name}.svc.cluster.local.`, addresses: ['2606:4700::7'] });
    expect(await send('http://redis.ads/', { resolve })).toBe('url_not_allowed');
    expect(opened).toBe(0);
  });

  test('the SSRF guard uses one DNS answer for the check and the connection', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve: Resolve = (name) => Promise.resolve({ name, addresses: answers.shift() ?? [] });
    const asked = redirecting.asked.length;
    const url = `http://shop.example:${redirecting.port}/?to=http://10.0.0.1/`;
    await send(url, { resolve });
    expect([answers.length, redirecting.asked.length - asked]).toEqual([1, 1]);
    expect(await send(url, { resolve })).toBe('url_not_allowed');
    expect(opened).toBe(1);
  });

  test('the SSRF guard does not connect to what the deny list names, even if the allow list allows it', async () => {
    const { port, origin } = redirecting;
    const denying = (deny: string) => parseAddressRules({ allow: `127.0.0.1/32:${port}`, deny });
    expect(await send(origin, denying('127.0.0.0/8'))).toBe('url_not_allowed');
    expect(await send(`http://[::ffff:127.0.0.1]:${port}/`, denying('127.0.0.1'))).toBe('url_not_allowed');
    const host = { ...denying('shop.example'), ...named(['127.0.0.1']) };
    expect(await send(`http://SHOP.example.:${port}/`, host)).toBe('url_not_allowed');
    expect(opened).toBe(0);
  });
});
