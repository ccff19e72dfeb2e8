import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiKeyKind } from '../../src/domain/kinds.ts';
import { RateLimiterUnavailable, type RateLimiter } from '../../src/ratelimit/port.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';
import { namespace } from '../support/installation/objects.ts';
import { imageRequest, videoRequest } from '../support/api/ad-requests.ts';
import { fixedMinute } from '../support/api/fixed-minute.ts';
import { openConnection } from '../support/network/raw-http.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
const minute = fixedMinute();
beforeAll(async () => {
  api = await startApi({ rateLimiter: minute.rateLimiter });
  const { secret } = await api.key();
  // the API now counts in the limiter's minute
  await until(async () => (await ask(secret, read)).headers.get('x-ratelimit-reset') === '42');
});
afterAll(async () => {
  await api.close();
  minute.close();
});

const json = { 'Content-Type': 'application/json' };
type Request = { path: string; body?: unknown; headers?: Record<string, string>; on?: ApiService };

function ask(secret: string, { path, body, headers = json, on = api }: Request): Promise<Response> {
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  const options = { method: text === null ? 'GET' : 'POST', headers: { 'X-API-Key': secret, ...headers }, body: text };
  return fetch(on.url + path, options);
}

const image = { path: '/create_image_ad_async', body: imageRequest() };
const video = { path: '/create_video_ad_async', body: videoRequest() };
const read = { path: '/jobs/none' };

function limitHeaders({ headers }: Response): Record<string, string | null> {
  const names = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

const noLimitHeaders = {
  'ratelimit-policy': null,
  ratelimit: null,
  'x-ratelimit-limit': null,
  'x-ratelimit-remaining': null,
  'x-ratelimit-reset': null,
};

/** Returns the rate limit headers of a response. The limiter's clock stands still with 42 s left in its minute. */
function left(window: string, limit: number, remaining: number): Record<string, string> {
  return {
    'ratelimit-policy': `"${window}";q=${limit};w=60`,
    ratelimit: `"${window}";r=${remaining};t=42`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': '42',
  };
}

describe('a rate limit window', () => {
  test.each([
    ['image-create', image, { imageCreatesPerMinute: 2 }],
    ['video-create', video, { videoCreatesPerMinute: 2 }],
  ])('the window %s allows the limit of the key and is reported in every response', async (window, request, limits) => {
    const { secret } = await api.key({ limits });
    const answers = [await ask(secret, request), await ask(secret, request), await ask(secret, request)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429]);
    expect(answers.map(limitHeaders)).toEqual([left(window, 2, 1), left(window, 2, 0), left(window, 2, 0)]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, '42']);
    expect(await answers[2]?.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  });

  test('every endpoint except the creates counts in the window job-read', async () => {
    const { secret } = await api.key({ limits: { jobReadsPerMinute: 4 } });
    for (const [path, status] of [
      ['/jobs/none', 404],
      ['/credits', 200],
      ['/pricing', 200],
      ['/credits?limit=0', 422],
      ['/pricing', 429],
    ] as const) {
      const answer = await ask(secret, { path });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('ratelimit-policy')).toBe('"job-read";q=4;w=60');
    }
  });

  test.each<[string, Request, string]>([
    ['10 image creates', image, '"image-create";q=10;w=60'],
    ['10 video creates', video, '"video-create";q=10;w=60'],
    ['120 reads', read, '"job-read";q=120;w=60'],
  ])('the default limit is %s per minute', async (_, request, policy) => {
    const { secret } = await api.key({ limits: {} });
    expect((await ask(secret, request)).headers.get('ratelimit-policy')).toBe(policy);
  });

  test('each key has its own windows, even within one account', async () => {
    const one = await api.key({ limits: { imageCreatesPerMinute: 1 } });
    const other = await api.key({ accountRef: { name: one.account }, limits: { imageCreatesPerMinute: 1 } });
    expect((await ask(one.secret, image)).status).toBe(202);
    expect((await ask(one.secret, image)).status).toBe(429);
    expect((await ask(other.secret, image)).status).toBe(202);
    expect((await ask(one.secret, video)).status).toBe(202);
  });

  test('a changed limit of a key takes effect', async () => {
    const { secret, name } = await api.key({ limits: { imageCreatesPerMinute: 1 } });
    await ask(secret, image);
    expect((await ask(secret, image)).status).toBe(429);
    await api.store.patch(apiKeyKind, { namespace, name }, { spec: { limits: { imageCreatesPerMinute: 50 } } });
    await until(async () => (await ask(secret, image)).status === 202);
  });

  test('a window admits exactly its limit of concurrent requests', async () => {
    const { secret } = await api.key({ limits: {} });
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(secret, image)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});

describe('counted requests', () => {
  test.each<[string, Request, number]>([
    ['415', { ...image, headers: { 'Content-Type': 'text/plain' } }, 415],
    ['413', { ...image, body: 'x'.repeat(300_000) }, 413],
    ['400', { ...image, body: '{' }, 400],
    ['422', { ...image, body: {} }, 422],
    ['422 for a header', { ...image, headers: { ...json, 'Idempotency-Key': 'a b' } }, 422],
    ['200 for a dry run', { ...image, path: `${image.path}?dry_run=true` }, 200],
  ])('a request that gets %s is counted', async (_, request, status) => {
    const { secret } = await api.key({ limits: {} });
    const answer = await ask(secret, request);
    expect(answer.status).toBe(status);
    expect(limitHeaders(answer)).toEqual(left('image-create', 10, 9));
  });

  test('a request with a broken chunked body is counted', async () => {
    const { secret } = await api.key({ limits: {} });
    const connection = openConnection(api.port);
    const head = ['Host: a', `X-API-Key: ${secret}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    connection.write([`POST ${image.path} HTTP/1.1`, ...head, 'Expect: 100-continue', '', ''].join('\r\n'));
    await connection.heard('100 Continue');
    connection.write('2\r\n{}\r\nzz\r\n');
    const answer = (await connection.answers).at(-1);
    expect(answer?.status).toBe(400);
    expect(answer?.headers['ratelimit']).toBe('"image-create";r=9;t=42');
  });

  test('a request above the limit gets 429 before its body is read', async () => {
    const { secret } = await api.key({ limits: { imageCreatesPerMinute: 1 } });
    await ask(secret, image);
    expect((await ask(secret, { ...image, body: '{', headers: { 'Content-Type': 'text/plain' } })).status).toBe(429);
  });
});

describe('requests that are not counted', () => {
  test('a request without a key is not counted', async () => {
    const answer = await fetch(api.url + image.path, { method: 'POST', body: '{}', headers: json });
    expect([answer.status, limitHeaders(answer)]).toEqual([401, noLimitHeaders]);
  });

  test('a request of a deactivated account is not counted', async () => {
    const { secret } = await api.key({}, { active: false });
    const answer = await ask(secret, image);
    expect([answer.status, limitHeaders(answer)]).toEqual([403, noLimitHeaders]);
  });

  test('probes and requests with a wrong method are not counted', async () => {
    const { secret } = await api.key();
    expect(limitHeaders(await ask(secret, { path: '/livez' }))).toEqual(noLimitHeaders);
    expect(limitHeaders(await ask(secret, { path: image.path }))).toEqual(noLimitHeaders);
  });
});

describe('unavailable counter store', () => {
  const away: RateLimiter = {
    consume: () => Promise.reject(new RateLimiterUnavailable('away')),
    syncReads: () => Promise.reject(new RateLimiterUnavailable('away')),
    used: () => Promise.reject(new RateLimiterUnavailable('away')),
  };
  let alone: ApiService;
  beforeAll(async () => {
    alone = await startApi({ rateLimiter: away });
  });
  afterAll(() => alone.close());

  test('creates get 503 and hold no credits while the counter store is unavailable', async () => {
    const { secret, account } = await alone.key();
    const answer = await ask(secret, { ...image, on: alone });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(limitHeaders(answer)).toEqual(noLimitHeaders);
    expect(await alone.ledger.balance({ namespace, name: account })).toMatchObject({ reserved: 0 });
  });

  test('reads are served within the limit of the replica while the counter store is unavailable', async () => {
    const { secret } = await alone.key({ limits: { jobReadsPerMinute: 1_000 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(secret, { ...read, on: alone })));
    expect(answers.every(({ status }) => status === 404)).toBe(true);
    expect(Math.min(...answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))))).toBeLessThan(1_000);
  });

  test('metrics count requests that were refused because the counter store was unavailable', async () => {
    const metrics = await alone.metrics.metrics();
    expect(metrics).toContain('adwright_rate_limit_requests_total{endpoint="image-create",decision="unavailable"} 1');
    expect(metrics).toContain('adwright_admissions_total{outcome="unavailable"} 1');
  });
});

test('metrics count allowed and refused requests by rate limit window', async () => {
  const own = await startApi({ rateLimiter: minute.rateLimiter });
  const { secret } = await own.key({ limits: { imageCreatesPerMinute: 1 } });
  for (const request of [image, image, read]) await ask(secret, { ...request, on: own });
  const metrics = await own.metrics.metrics();
  for (const labels of [
    'endpoint="image-create",decision="allowed"',
    'endpoint="image-create",decision="refused"',
    'endpoint="job-read",decision="allowed"',
  ]) {
    expect(metrics).toContain(`adwright_rate_limit_requests_total{${labels}} 1`);
  }
  await own.close();
});
