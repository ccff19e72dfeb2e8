import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jobErrors } from '../../src/errors/job-errors.ts';
import { problems } from '../../src/errors/problems.ts';
import { issueTypes } from '../../src/schema/issue.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { imageRequest } from '../support/api/ad-requests.ts';
import { openConnection } from '../support/network/raw-http.ts';
import { until } from '../support/process/until.ts';
import { StoreError } from '../../src/objects/store-error.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const create = async (service: ApiService, secret?: string): Promise<Response> => {
  const headers = { 'X-API-Key': secret ?? (await service.key()).secret, 'Content-Type': 'application/json' };
  return fetch(`${service.url}/create_image_ad_async`, {
    method: 'POST',
    headers,
    body: JSON.stringify(imageRequest()),
  });
};

describe('the documentation pages', () => {
  test.each(['/docs', '/docs/errors'])('%s loads no external resource and runs no script', async (path) => {
    const answer = await fetch(api.url + path);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/i);
  });

  test('the errors page has one anchor for every code and issue type', async () => {
    const page = await (await fetch(`${api.url}/docs/errors`)).text();
    const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors).toEqual(expect.arrayContaining([...Object.keys(problems), ...issueTypes]));
    for (const code of Object.keys(jobErrors)) expect(page).toContain(`[${code}]`);
  });

  test('every link of the documentation pages resolves', async () => {
    for (const path of ['/docs', '/docs/errors']) {
      const page = await (await fetch(api.url + path)).text();
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
      expect(links.some((href) => href.startsWith('#'))).toBe(true);
      expect(links.some((href) => href.startsWith('http'))).toBe(true);
      for (const href of links) {
        if (href.startsWith('#')) expect(ids).toContain(href.slice(1));
        else if (href.startsWith(api.url)) expect((await fetch(href)).status).toBe(200);
        else expect(href).toMatch(/^https:\/\/[\w.]+$/);
      }
    }
  });

  test('the reference shows what a create returns before what its dry run returns', async () => {
    const page = await (await fetch(`${api.url}/docs`)).text();
    const [, create = ''] = page.split('<section class="endpoint"');
    const shown = [...create.matchAll(/<header>(Response \d+)<|class="status ok">(\d+)</g)];
    expect(shown.map(([, panel, status]) => panel ?? status)).toEqual(['202', '200', 'Response 202', 'Response 200']);
  });

  test('the reference links the pages that descriptions name', async () => {
    const page = await (await fetch(`${api.url}/docs`)).text();
    expect(page).toContain('<a href="https://www.standardwebhooks.com">Standard Webhooks</a>');
    expect(page).not.toContain('](http');
  });

  test('the reference page contains every path of the OpenAPI document', async () => {
    const answer = await fetch(`${api.url}/openapi.json`);
    const { openapi, servers, paths } = (await answer.json()) as {
      openapi: string;
      servers: { url: string }[];
      paths: Record<string, Record<string, { summary: string }>>;
    };
    const page = await (await fetch(`${api.url}/docs`)).text();
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).not.toBe('no-store');
    expect(openapi).toMatch(/^3\.1/);
    expect(servers).toEqual([expect.objectContaining({ url: api.url })]);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/create_image_ad_async', '/create_video_ad_async', '/jobs/{job_id}']),
    );
    for (const path of Object.keys(paths)) expect(page).toContain(path);
  });
});

describe('probes', () => {
  test('/livez of a running process returns ok', async () => {
    const answer = await fetch(`${api.url}/livez`);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
  });

  test('a warning is shown in /readyz?verbose and keeps the service ready', async () => {
    api.probes.add(() => ({ name: 'adjobs', state: 'warning', detail: 'stale for 31 s' }));
    const [plain, verbose] = [await fetch(`${api.url}/readyz`), await fetch(`${api.url}/readyz?verbose`)];
    expect([plain.status, await plain.text()]).toEqual([200, 'ok\n']);
    expect([verbose.status, await verbose.text()]).toEqual([
      200,
      [
        '[+] serving ok',
        '[+] watch of apikeys ok',
        '[+] watch of adaccounts ok',
        '[+] watch of adjobs ok',
        '[!] adjobs warning: stale for 31 s',
        'ok\n',
      ].join('\n'),
    ]);
  });

  test('a failed probe makes the service not ready', async () => {
    const service = await startApi();
    service.probes.add(() => ({ name: 'adjobs', state: 'failed', detail: 'no list yet' }));
    const answer = await fetch(`${service.url}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready\n']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await service.close();
  });
});

describe('draining', () => {
  test('a draining service is not ready but answers requests', async () => {
    const service = await startApi();
    service.probes.drain();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    await service.close();
  });

  test('draining answers the request in progress, closes its connection and accepts no new one', async () => {
    const service = await startApi();
    const { secret } = await service.key();
    const body = JSON.stringify(imageRequest());
    const lines = [
      'POST /create_image_ad_async HTTP/1.1',
      'Host: a',
      `X-API-Key: ${secret}`,
      'Content-Type: application/json',
    ];
    const connection = openConnection(service.port);
    connection.write([...lines, 'Expect: 100-continue', `Content-Length: ${body.length}`, '', ''].join('\r\n'));
    await connection.heard('100 Continue');
    const drained = service.drain(5_000);
    connection.write(body);
    expect(await connection.answers).toMatchObject([
      { status: 100 },
      { status: 202, headers: { connection: 'close' } },
    ]);
    await drained;
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow();
    await service.close();
  });
});

describe('unavailable dependencies', () => {
  test('an admitted create is accepted without an AdJob and read as PENDING', async () => {
    const away = new StoreError('Unavailable', 'The disk is on fire.');
    const service = await startApi({ store: { ...api.store, create: () => Promise.reject(away) } });
    const { secret } = await service.key();
    const answer = await create(service, secret);
    expect(answer.status).toBe(202);
    const address = new URL(answer.headers.get('location') ?? '', service.url);
    const read = await fetch(address, { headers: { 'X-API-Key': secret } });
    expect(await read.json()).toMatchObject({ status: 'PENDING' });
    await service.close();
  });

  test('an unexpected error gets 500 with the request id and no internal text', async () => {
    const admit = () => Promise.reject(new Error('secret of the house'));
    const service = await startApi({
      change: ({ ledger }) => ({
        ledger: aroundCalls(ledger, (name, run) => (name === 'admit' ? admit() : run())),
      }),
    });
    const answer = await create(service);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal', status: 500 });
    expect(text).not.toMatch(/secret|house|\.ts|at /);
    const line = service.logs.find(({ msg }) => msg === 'failed to process the request');
    expect(line).toMatchObject({ requestId: answer.headers.get('x-request-id'), route: '/create_image_ad_async' });
    await service.close();
  });
});

describe('CORS', () => {
  const preflight = (service: ApiService, origin: string): Promise<Response> =>
    fetch(`${service.url}/create_image_ad_async`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-api-key',
      },
    });

  test('CORS is off unless origins are configured', async () => {
    const answer = await preflight(api, 'https://app.example.com');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('CORS allows only the configured origins', async () => {
    const service = await startApi({ corsOrigins: ['https://app.example.com'] });
    const [friend, stranger] = [
      await preflight(service, 'https://app.example.com'),
      await preflight(service, 'https://evil.example.com'),
    ];
    expect(friend.status).toBe(204);
    expect(Object.fromEntries(friend.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-headers': expect.stringContaining('X-API-Key'),
      allow: 'POST, OPTIONS',
    });
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    await service.close();
  });
});

describe('base path', () => {
  test('every path and every link contains the base path', async () => {
    const service = await startApi({ basePath: '/ads/v' });
    const answer = await create(service);
    const { job_id: jobId } = (await answer.json()) as { job_id: string };
    expect(answer.headers.get('location')).toBe(`/ads/v/jobs/${jobId}`);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    for (const path of ['/livez', '/ads', '/ads/v', '/ads/v/', '/ADS/V/livez']) {
      expect((await fetch(`http://127.0.0.1:${service.port}${path}`)).status).toBe(404);
    }
    const problem = (await (await fetch(`${service.url}/jobs/1`)).json()) as { type: string };
    expect(problem.type).toBe(`${service.url}/docs/errors#unauthorized`);
    await service.close();
  });
});

describe('request logs and metrics', () => {
  test('the request log contains the route and no text from the caller', async () => {
    await fetch(`${api.url}/jobs/secret-path?x=secret-query`, {
      headers: { 'X-Request-Id': 'seen-1', 'X-Other': 'secret-header' },
    });
    const line = api.logs.find(({ requestId }) => requestId === 'seen-1');
    expect(line).toMatchObject({ method: 'GET', route: '/jobs/{job_id}', status: 401, durationMs: expect.any(Number) });
    expect(JSON.stringify(api.logs)).not.toMatch(/secret-(path|query|header)/);
  });

  test('the request log names the account, the key and the job, and not the secret of the key', async () => {
    const { secret } = await api.key();
    const jobId = /[^/]+$/.exec((await create(api, secret)).headers.get('location') ?? '')?.[0] ?? '';
    const made = () => api.logs.find(({ status, jobId: id }) => status === 202 && id === jobId);
    await fetch(`${api.url}/jobs/${jobId}`, { headers: { 'X-API-Key': secret, 'X-Request-Id': 'read-1' } });
    const read = () => api.logs.find(({ requestId }) => requestId === 'read-1');
    await until(() => read() !== undefined && made() !== undefined);
    const names = { account: expect.stringMatching(/.\/./), key: expect.stringMatching(/.\/./), jobId };
    expect([made(), read()]).toMatchObject([names, names]);
    expect(JSON.stringify(api.logs)).not.toContain(secret);
  });

  test('a successful probe is not logged', async () => {
    await fetch(`${api.url}/livez`, { headers: { 'X-Request-Id': 'probe-1' } });
    await fetch(`${api.url}/docs/errors`, { headers: { 'X-Request-Id': 'seen-2' } });
    await until(() => api.logs.some(({ requestId }) => requestId === 'seen-2'));
    expect(api.logs.map(({ requestId }) => requestId)).not.toContain('probe-1');
  });

  test('requests are counted by route and status code', async () => {
    await fetch(`${api.url}/nowhere-${'x'.repeat(20)}`);
    const text = await api.metrics.metrics();
    expect(text).toMatch(/http_request_duration_seconds_count\{route="none",code="404"\} \d+/);
    expect(text).toMatch(/http_request_duration_seconds_count\{route="\/livez",code="200"\} \d+/);
    expect(text).not.toContain('nowhere');
  });
});
