import { beforeEach, expect, test } from '@jest/globals';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../../egress/port.ts';
import { PageRequests } from './page-requests.ts';
import { requestLimits } from './request-rules.ts';

const url = 'https://shop.example/';
const document: Fetched = { url, status: 200, contentType: 'text/html', bytes: Buffer.alloc(5 * 1024 * 1024, 'x') };

interface Sent {
  method: string;
  params: { requestId: string; responseCode?: number; responseHeaders?: { name: string; value: string }[] };
}

let sent: Sent[];
/** Bytes of the bodies that the browser was given. */
let bytes: number;
let fetches: string[];
let limits: FetchLimits[];
/** Largest number of answers that the browser had not taken yet. */
let waiting: { now: number; most: number };

beforeEach(() => {
  [sent, bytes, fetches, limits, waiting] = [[], 0, [], [], { now: 0, most: 0 }];
});

function pageRequests(fetch: (at: string) => Fetched | EgressError = () => document): PageRequests {
  const egress: Egress = {
    fetch: (at, given) => {
      fetches.push(at);
      limits.push(given);
      const answer = fetch(at);
      return answer instanceof EgressError ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const send = async (method: string, params: object = {}): Promise<void> => {
    sent.push({ method, params } as Sent);
    bytes += Buffer.from((params as { body?: string }).body ?? '', 'base64').length;
    waiting.most = Math.max(waiting.most, (waiting.now += 1));
    await new Promise((resolve) => setImmediate(resolve));
    waiting.now -= 1;
    if ((params as { requestId?: string }).requestId === 'odd' && method === 'Fetch.fulfillRequest')
      throw new Error('Invalid header');
  };
  const logger = { debug: () => undefined };
  const signal = new AbortController().signal;
  return new PageRequests({ devtools: { send }, egress, document, mainFrame: 'main', logger, signal });
}

async function ask(
  requests: PageRequests,
  { at = url, type = 'Document', id = 'one' }: { at?: string; type?: string; id?: string } = {},
): Promise<void> {
  const request = { url: at, method: 'GET', headers: {} };
  const params = { requestId: id, request, frameId: 'main', resourceType: type };
  requests.handle({ method: 'Fetch.requestPaused', params, session: undefined });
  await Promise.resolve();
}

test('the page itself is not fetched again', async () => {
  const requests = pageRequests();
  await ask(requests);
  await requests.idle();
  expect([fetches, sent.map(({ method, params }) => [method, params.responseCode])]).toEqual([
    [],
    [['Fetch.fulfillRequest', 200]],
  ]);
});

test.each([
  ['an unknown label and UTF-8', 'text/html; charset=none', '<p>ö</p>', 'text/html; charset=utf-8'],
  ['no label and UTF-8', 'text/html', '<p>ö</p>', 'text/html; charset=utf-8'],
  ['a label in the document', 'text/html', '<meta charset=sjis>', 'text/html; charset=shift_jis'],
  ['a label in the header', 'TEXT/HTML;charset=koi8-r', '<p>x</p>', 'text/html; charset=koi8-r'],
])(
  'the browser reads a page with %s in the encoding of the reader of the source',
  async (_, contentType, text, want) => {
    const page = { ...document, url: `${url}page`, contentType, bytes: Buffer.from(text) };
    const requests = pageRequests(() => page);
    await ask(requests, { at: page.url });
    await requests.idle();
    const headers = sent.flatMap(({ params }) => params.responseHeaders ?? []);
    expect(headers).toContainEqual({ name: 'content-type', value: want });
  },
);

test('a script that reads its page 400 times gets no more bytes than the limit', async () => {
  const requests = pageRequests();
  for (let at = 0; at < 400; at += 1) await ask(requests, { type: 'Fetch', id: String(at) });
  await requests.idle();
  // Requests in flight at the same time may each be the last one below the limit.
  expect(bytes).toBeLessThanOrEqual(requestLimits.bytesMax + requestLimits.concurrency * document.bytes.length);
  expect(sent).toHaveLength(400);
});

test('few answers wait for the browser at the same time', async () => {
  const small = { ...document, bytes: Buffer.from('x') };
  const requests = pageRequests((at) => ({ ...small, url: at }));
  for (let at = 0; at < 100; at += 1) await ask(requests, { at: `${url}${at}.png`, type: 'Image', id: String(at) });
  await requests.idle();
  expect(waiting.most).toBeLessThanOrEqual(requestLimits.concurrency);
});

test('files that are too large count against the limit of bytes', async () => {
  const requests = pageRequests(() => new EgressError('too_large', 'shop.example', 'the file is too large'));
  for (let at = 0; at < 40; at += 1) {
    await ask(requests, { at: `${url}${at}.png`, type: 'Image', id: String(at) });
    await requests.idle();
  }
  expect(fetches).toHaveLength(requestLimits.bytesMax / requestLimits.bodyBytesMax);
});

test.each<[type: string, isCutAccepted: true | undefined]>([
  ['Document', true],
  ['Image', undefined],
  ['Stylesheet', undefined],
])('the browser gets a file of type %s that is cut short: %s', async (type, isCutAccepted) => {
  const requests = pageRequests();
  await ask(requests, { at: `${url}other`, type });
  await requests.idle();
  expect(limits.map((given) => given.isCutAccepted)).toEqual([isCutAccepted]);
});

test('a redirect to a URL with a fragment is fetched once', async () => {
  const requests = pageRequests(() => ({ ...document, url: 'https://shop.example/new#top' }));
  await ask(requests, { at: 'https://shop.example/old' });
  await requests.idle();
  await ask(requests, { at: 'https://shop.example/new#top', id: 'two' });
  await requests.idle();
  expect(fetches).toEqual(['https://shop.example/old']);
  expect(sent.map(({ params }) => params.responseCode)).toEqual([302, 200]);
});

test('a request whose answer the browser refuses does not stay paused', async () => {
  const requests = pageRequests();
  await ask(requests, { id: 'odd' });
  await requests.idle();
  expect(sent.map(({ method }) => method)).toEqual(['Fetch.fulfillRequest', 'Fetch.failRequest']);
});

test('a URL counts as painted only if the browser was given a document of its origin', async () => {
  const requests = pageRequests((at) => ({ ...document, url: at }));
  const isServed = (at: string): boolean => requests.hasServed(new URL(at));
  expect(isServed(url)).toBe(false);
  await ask(requests);
  await ask(requests, { at: 'https://files.example/a.png', type: 'Image', id: 'two' });
  await requests.idle();
  expect(
    ['https://shop.example/other#part', 'https://files.example/', `blob:${url}x`, 'about:blank'].map(isServed),
  ).toEqual([true, false, false, false]);
});
