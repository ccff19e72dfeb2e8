import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { imageRequest } from '../support/api/ad-requests.ts';
import { exchange } from '../support/network/raw-http.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
let key: TestKey;

beforeAll(async () => {
  api = await startApi();
  key = await api.key();
});
afterAll(() => api.close());

const json = { 'Content-Type': 'application/json' };

function create(body: RequestInit['body'], headers: Record<string, string> = json): Promise<Response> {
  return fetch(`${api.url}/create_image_ad_async`, {
    method: 'POST',
    body: body ?? null,
    headers: { 'X-API-Key': key.secret, ...headers },
  });
}

const head = (path: string, method: string, headers: Record<string, string | number>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: ads',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

const createHead = (headers: Record<string, string | number>): string =>
  head('/create_image_ad_async', 'POST', { 'X-API-Key': key.secret, 'Content-Type': 'application/json', ...headers });

describe('problem responses', () => {
  test('a problem has exactly the documented members, and its type resolves', async () => {
    const answer = await fetch(`${api.url}/jobs/1`);
    const problem = (await answer.json()) as Record<string, unknown>;
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'code']);
    expect(problem).toMatchObject({ type: `${api.url}/docs/errors#unauthorized`, status: 401, code: 'unauthorized' });
    expect(problem['instance']).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    const page = await fetch(String(problem['type']));
    expect(await page.text()).toContain('id="unauthorized"');
  });
});

describe('X-Request-Id', () => {
  test.each<[string, string, boolean]>([
    ['a plain value', 'order-66_a.B', true],
    ['64 characters', 'a'.repeat(64), true],
    ['65 characters', 'a'.repeat(65), false],
    ['a blank', 'a b', false],
    ['a reserved character', 'a<b>', false],
    ['an empty value', '', false],
  ])('X-Request-Id with %s is returned if it is valid and replaced otherwise', async (_, given, isRepeated) => {
    const answer = await fetch(`${api.url}/livez`, { headers: { 'X-Request-Id': given } });
    const shown = answer.headers.get('x-request-id');
    if (isRepeated) expect(shown).toBe(given);
    else expect(shown).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the instance of a problem never contains the caller's X-Request-Id", async () => {
    const answer = await fetch(`${api.url}/nothing`, { headers: { 'X-Request-Id': 'mine' } });
    expect(await answer.text()).not.toContain('mine');
  });
});

describe('routes', () => {
  test.each<[string, string, number, string | null]>([
    ['GET', '/', 404, null],
    ['POST', '/jobs', 405, 'GET, HEAD, OPTIONS'],
    ['GET', '/jobs/1/cancel', 405, 'POST, OPTIONS'],
    ['GET', '/jobs/', 404, null],
    ['POST', '/create_image_ad_async/', 404, null],
    ['GET', '/CREATE_IMAGE_AD_ASYNC', 404, null],
    ['GET', '/livez/', 404, null],
    ['GET', '/create_image_ad_async', 405, 'POST, OPTIONS'],
    ['PUT', '/create_video_ad_async', 405, 'POST, OPTIONS'],
    ['HEAD', '/create_image_ad_async', 405, 'POST, OPTIONS'],
    ['PUT', '/jobs/1', 405, 'GET, DELETE, HEAD, OPTIONS'],
    ['PATCH', '/openapi.json', 405, 'GET, HEAD, OPTIONS'],
    ['POST', '/docs', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/jobs/1', 204, 'GET, DELETE, HEAD, OPTIONS'],
    ['OPTIONS', '/create_video_ad_async', 204, 'POST, OPTIONS'],
    ['OPTIONS', '/nothing', 404, null],
    ['GET', '/jobs', 401, null],
    ['GET', '/jobs/1', 401, null],
    ['DELETE', '/jobs/1', 401, null],
    ['POST', '/jobs/1/cancel', 401, null],
    ['GET', '/jobs/%ZZ', 401, null],
    ['GET', '/jobs/%E0%A4%A', 401, null],
    ['HEAD', '/jobs/1', 401, null],
  ])('%s %s without a key gets %i', async (method, path, status, allow) => {
    const answer = await fetch(api.url + path, { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  test.each(['/livez', '/readyz', '/openapi.json', '/docs', '/docs/errors'])(
    'HEAD %s returns the headers of GET without the body',
    async (path) => {
      const [got, headed] = [await fetch(api.url + path), await fetch(api.url + path, { method: 'HEAD' })];
      const size = (await got.arrayBuffer()).byteLength;
      expect(headed.status).toBe(got.status);
      expect(headed.headers.get('content-length')).toBe(String(size));
      expect(headed.headers.get('content-type')).toBe(got.headers.get('content-type'));
      expect((await headed.arrayBuffer()).byteLength).toBe(0);
    },
  );

  test.each<[string, string, number]>([
    ['the absolute form', 'http://ads.example.com/livez', 200],
    ['the absolute form of an unknown path', 'http://ads.example.com/none', 404],
    ['two slashes', '//livez', 404],
    ['dots', '/docs/../livez', 404],
    ['encoded dots', '/jobs/..%2f..%2flivez', 401],
    ['a lone percent sign', '/%', 404],
    ['a zero byte', '/jobs/%00', 401],
    ['thousands of slashes', '/'.repeat(8_000), 404],
    ['a query without a path', '/?a=b', 404],
    ['a broken query', '/livez?%ZZ&&==', 200],
    ['a long query', `/livez?${'a'.repeat(8_000)}`, 200],
  ])('a request target with %s gets the expected status', async (_, target, status) => {
    const [answer] = await exchange(api.port, head(target, 'GET', { Connection: 'close' }));
    expect(answer?.status).toBe(status);
  });
});

describe('415 responses', () => {
  const body = JSON.stringify(imageRequest());
  test.each<[string, Record<string, string>]>([
    ['no type', {}],
    ['text', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['another JSON type', { 'Content-Type': 'application/ld+json' }],
    ['latin1', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['gzip', { ...json, 'Content-Encoding': 'gzip' }],
    ['identity', { ...json, 'Content-Encoding': 'identity' }],
  ])('a body with the type or encoding "%s" gets 415', async (_, headers) => {
    const answer = await create(Buffer.from(body), headers);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; x=y',
  ])('a body with the type %s is accepted', async (type) => {
    expect((await create(Buffer.from(body), { 'Content-Type': type })).status).toBe(202);
  });

  test('a wrong type gets 415 even if the body is too large', async () => {
    expect((await create(Buffer.alloc(300_000), { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('400 responses', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(imageRequest())}`)],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['truncated JSON', Buffer.from('{"brand_data":')],
    ['33 levels', Buffer.from('['.repeat(33) + ']'.repeat(33))],
    ['262,144 brackets', Buffer.from('['.repeat(262_144))],
    ['52,000 open objects', Buffer.from('{"a":'.repeat(52_000))],
  ])('a body with %s gets 400', async (_, body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'body_unreadable' });
  });

  test('a body with 32 levels is parsed', async () => {
    expect((await create('['.repeat(32) + ']'.repeat(32))).status).toBe(422);
  });
});

describe('413 responses', () => {
  const padded = (length: number): string => JSON.stringify(imageRequest()).padEnd(length);

  test('a body of 262,144 bytes is accepted', async () => {
    expect((await create(padded(262_144))).status).toBe(202);
  });

  test('a declared length above the limit gets 413 before the body is sent', async () => {
    const [answer] = await exchange(api.port, createHead({ 'Content-Length': 262_145 }));
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } });
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'body_too_large' });
  });

  test('a chunked body gets 413 as soon as it exceeds the limit', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const [answer] = await exchange(
      api.port,
      createHead({ 'Transfer-Encoding': 'chunked' }),
      ...Array.from({ length: 9 }, () => chunk),
    );
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } });
  });

  test('a client that sends 20 MB before it reads still receives the 413', async () => {
    const answers = await exchange(
      api.port,
      createHead({ 'Content-Length': 20_000_000 }),
      Buffer.alloc(20_000_000, ' '),
    );
    expect(answers.map(({ status }) => status)).toEqual([413]);
  });

  test('a client that sends Expect: 100-continue gets 413 without sending the body', async () => {
    const [answer] = await exchange(api.port, createHead({ 'Content-Length': 262_145, Expect: '100-continue' }));
    expect(answer?.status).toBe(413);
  });
});

describe('Expect: 100-continue', () => {
  test('100 Continue is sent once the headers are accepted', async () => {
    const body = JSON.stringify(imageRequest());
    const parts = [createHead({ 'Content-Length': body.length, Expect: '100-continue', Connection: 'close' }), body];
    expect((await exchange(api.port, ...parts)).map(({ status }) => status)).toEqual([100, 202]);
  });

  test('100 Continue is not sent without a key', async () => {
    const [answer] = await exchange(
      api.port,
      head('/create_image_ad_async', 'POST', { 'Content-Length': 5, Expect: '100-continue', Connection: 'close' }),
    );
    expect(answer?.status).toBe(401);
  });

  test('an unknown expectation is ignored', async () => {
    const [answer] = await exchange(api.port, head('/livez', 'GET', { Expect: 'miracles', Connection: 'close' }));
    expect(answer?.status).toBe(200);
  });
});

describe('malformed HTTP', () => {
  test.each<[string, string, number, string]>([
    ['garbage', 'hello\r\n\r\n', 400, 'bad_request'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['a blank in a header name', 'GET /livez HTTP/1.1\r\nHo st: a\r\n\r\n', 400, 'bad_request'],
    [
      'both Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'bad_request',
    ],
    ['a CONNECT request', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    ['no Host header', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    [
      'headers above the limit',
      `GET /livez HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a request target above the limit',
      `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('malformed HTTP (%s) gets a problem response and closes the connection', async (_, text, status, code) => {
    const answers = await exchange(api.port, text);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({
      status,
      headers: { connection: 'close', 'content-type': 'application/problem+json' },
    });
    expect(answers[0]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ status, code });
  });

  test('a request before malformed bytes is answered first', async () => {
    const answers = await exchange(api.port, `${head('/jobs/1', 'GET', { 'X-API-Key': key.secret })}garbage\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([404, 400]);
  });

  test('a malformed chunk ends its request with 400', async () => {
    const answers = await exchange(api.port, `${createHead({ 'Transfer-Encoding': 'chunked' })}zz\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });

  test('broken and abandoned requests are logged with 400 and 499', async () => {
    const broken = createHead({ 'Transfer-Encoding': 'chunked', 'X-Request-Id': 'broken' });
    await exchange(api.port, `${broken}zz\r\n`);
    const leaving = connect({ port: api.port, host: '127.0.0.1' });
    leaving.write(`${createHead({ 'Content-Length': 9, Expect: '100-continue', 'X-Request-Id': 'left' })}{`);
    await once(leaving, 'data');
    leaving.resetAndDestroy();
    const logged = (id: string) => api.logs.find(({ requestId }) => requestId === id);
    await until(() => logged('left') !== undefined);
    expect([logged('broken'), logged('left')]).toMatchObject([
      { status: 400, msg: 'hung up' },
      { status: 499, msg: 'hung up' },
    ]);
  });

  test('pipelined requests are answered in order', async () => {
    const one = head('/livez', 'GET', {});
    const last = head('/nothing', 'GET', { Connection: 'close' });
    expect((await exchange(api.port, one + one + last)).map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

test('the connection stays open after a refused request', async () => {
  const refused = `${head('/create_image_ad_async', 'POST', { 'Content-Length': 4 })}{"a"`;
  const answers = await exchange(api.port, refused + head('/livez', 'GET', { Connection: 'close' }));
  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
});
