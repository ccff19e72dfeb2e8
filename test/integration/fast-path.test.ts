import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { v4, v7 } from 'uuid';
import { newApiKey } from '../../src/domain/api-key.ts';
import type { AdAccount } from '../../src/schema/adaccount.ts';
import type { ApiKey, ApiKeySpec } from '../../src/schema/apikey.ts';
import type { AdJob, AdJobStatus } from '../../src/schema/adjob.ts';
import type { ObjectMeta } from '../../src/objects/stored-object.ts';
import { buildJob, imageSpec } from '../support/pipeline/build-job.ts';
import { startReadingRig, type ReadingRig } from '../support/api/reading-rig.ts';
import { until } from '../support/process/until.ts';

const requests = 10_000;
const namespace = 'default';

/** Returns the id of a job that is too old for the API to look up in the stores. */
const oldId = (): string => v7({ msecs: Date.parse('2026-10-01T00:00:00Z') });

function metadata(name: string): ObjectMeta {
  const creationTimestamp = '2026-10-01T00:00:00Z';
  return { name, namespace, uid: `uid-${name}`, resourceVersion: '1', generation: 1, creationTimestamp };
}

function account(name: string, active: boolean): AdAccount {
  const spec = { active, creditGrants: [], weight: 1 };
  return { apiVersion: 'adwright.dev/v1alpha1', kind: 'AdAccount', metadata: metadata(name), spec };
}

const secrets = {
  own: newApiKey(randomBytes),
  stranger: newApiKey(randomBytes),
  limited: newApiKey(randomBytes),
  expired: newApiKey(randomBytes),
  revoked: newApiKey(randomBytes),
  inactive: newApiKey(randomBytes),
  unknown: newApiKey(randomBytes),
};

function key(name: keyof typeof secrets, spec: Partial<ApiKeySpec> = {}): ApiKey {
  const whole = { accountRef: { name: 'acme' }, secretHash: secrets[name].hash, revoked: false, ...spec };
  const limits = { jobReadsPerMinute: 1_000_000, ...spec.limits };
  return { apiVersion: 'adwright.dev/v1alpha1', kind: 'ApiKey', metadata: metadata(name), spec: { ...whole, limits } };
}

const keys = [
  key('own'),
  key('stranger'),
  key('limited', { limits: { jobReadsPerMinute: 50 } }),
  key('expired', { expiresAt: '2026-11-01T12:00:00Z' }),
  key('revoked', { revoked: true }),
  key('inactive', { accountRef: { name: 'closed' } }),
];

function job(name: string, apiKey: string, status: AdJobStatus, more: Partial<ObjectMeta> = {}): AdJob {
  return buildJob({
    metadata: { ...metadata(name), ...more },
    spec: imageSpec({ apiKeyRef: { name: apiKey } }),
    status,
  });
}

const ids = {
  done: oldId(),
  goingOn: oldId(),
  applied: v4(),
  limited: oldId(),
  strange: oldId(),
  gone: oldId(),
  missed: oldId(),
  expired: oldId(),
  revoked: oldId(),
  inactive: oldId(),
};
const deleted = { deletionTimestamp: '2026-11-01T12:00:00Z' };
const jobs = [
  job(ids.done, 'own', { phase: 'SUCCESS', response: { images: [] } }),
  job(ids.goingOn, 'own', { phase: 'PROCESSING' }),
  job('spring-sale', 'own', { phase: 'FAILED', error: 'No. [internal]', jobId: ids.applied }),
  job(ids.limited, 'limited', { phase: 'PENDING' }),
  job(ids.strange, 'stranger', { phase: 'PENDING' }),
  job(ids.gone, 'own', { phase: 'SUCCESS' }, deleted),
  job(ids.missed, 'own', { phase: 'SUCCESS' }),
  job(ids.expired, 'expired', { phase: 'PENDING' }),
  job(ids.revoked, 'revoked', { phase: 'PENDING' }),
  job(ids.inactive, 'inactive', { phase: 'PENDING' }),
];
const kept = new Map([
  [ids.done, '{"job_id":"done","text":"\u00fc"}'],
  [ids.applied, '{"job_id":"applied"}'],
  [ids.gone, '{"job_id":"gone"}'],
]);
const seen = { keys, accounts: [account('acme', true), account('closed', false)], jobs, kept };

const own = secrets.own.secret;
const jobId = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.values(ids), ids.done, ids.done) },
  { weight: 1, arbitrary: fc.constantFrom(oldId(), ids.done.toUpperCase(), ids.done.replace('-', '%2d')) },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{36}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-fA-F-]{30,40}$/) },
);
const path = fc.oneof(
  { weight: 12, arbitrary: jobId.map((id) => `/jobs/${id}`) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        jobId,
        fc.constantFrom('/', '?', '?x=1', '?wait=0', '?wait=61', '#a', '/cancel', '%00', ';a', '//', '\u00ff'),
      )
      .map(([id, end]) => `/jobs/${id}${end}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          '//jobs/',
          '/JOBS/',
          '/jobs//',
          '/./jobs/',
          'http://a/jobs/',
          'HTTPS://a/jobs/',
          '/%6aobs/',
          'jobs/',
        ),
        jobId,
      )
      .map(([start, id]) => start + id),
  },
  { weight: 1, arbitrary: fc.constantFrom('/jobs', '/jobs?limit=2', '/', '*', '/livez', '/credits', '/pricing') },
);
const keyLines = fc.oneof(
  { weight: 8, arbitrary: fc.constant([`X-API-Key: ${own}`]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.values(secrets)).map(({ secret }) => [`x-api-key: ${secret}`]),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<string[]>(
      [],
      ['X-API-Key:'],
      [`X-API-Key:   ${own}\t `],
      [`X-API-Key: ${own}x`],
      [`X-API-Key: ${own.slice(0, -1)}`],
      [`X-API-Key: ${own}, ${own}`],
      [`X-API-Key: ${own}`, `X-API-Key: ${own}`],
      [`X-API-Key: ${own}`, `x-api-key: ${secrets.stranger.secret}`],
      [`X-API-Key: ${own}`, 'X-API-Key:'],
      [`Authorization: Bearer ${own}`],
      [`X-API-Key : ${own}`],
      [` X-API-Key: ${own}`],
    ),
  },
);
const otherLines = fc.subarray(
  [
    'X-Request-Id: mine-1',
    'X-Request-Id: mine-2',
    'X-Request-Id: not mine',
    'X-Request-Id:',
    'If-None-Match: *',
    'If-None-Match: W/"a"',
    'If-Modified-Since: Sun, 01 Nov 2026 12:00:00 GMT',
    'If-Match: "a"',
    'Range: bytes=0-3',
    'Accept: text/html',
    'Accept-Encoding: gzip, br',
    'Origin: https://a.example',
    'Cookie: a=b',
    'Content-Type: text/plain',
    'Content-Length: 0',
    'Expect: 100-continue',
    'Expect: a-miracle',
    'Upgrade: websocket',
    'TE: trailers',
    'Content-Encoding: gzip',
    'X-HTTP-Method-Override: DELETE',
    'X-Forwarded-Host: b.example',
    'Odd: \u00e9\u00ff',
  ],
  { maxLength: 4 },
);
const bodies = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ lines: [] as string[], body: '' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { lines: ['Transfer-Encoding: chunked'], body: '3\r\nabc\r\n0\r\n\r\n' },
      { lines: ['Transfer-Encoding: chunked'], body: '0\r\n\r\n' },
      { lines: ['Transfer-Encoding: chunked'], body: 'zz\r\n' },
      { lines: ['Content-Length: 3'], body: 'abc' },
      { lines: ['Content-Length: -1'], body: '' },
    ),
  },
);
const request = fc
  .record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('GET') },
      { weight: 3, arbitrary: fc.constantFrom('HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'get', 'PATCH', 'TRACE') },
    ),
    path,
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '0.9'),
    host: fc.constantFrom(...Array<string[]>(8).fill(['Host: a']), [], ['Host:'], ['Host: a', 'Host: b']),
    keyLines,
    otherLines,
    bodies,
  })
  .map(({ method, path, version, host, keyLines, otherLines, bodies: { lines, body } }) =>
    [
      `${method} ${path} HTTP/${version}`,
      ...host,
      ...keyLines,
      ...otherLines,
      ...lines,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );

let [fast, slow]: ReadingRig[] = [];
beforeAll(async () => {
  fast = await startReadingRig(seen, { hasFastPath: true });
  slow = await startReadingRig(seen, { hasFastPath: false });
});
afterAll(async () => {
  await fast?.close();
  await slow?.close();
});

/** Sends the text and returns the response without its date and generated ids. */
function answer(rig: ReadingRig | undefined, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: rig?.port ?? 0, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(comparable(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(Buffer.from(text, 'latin1'));
  });
}

function comparable(text: string): string {
  return text
    .replace(/^Date: .*$/m, 'Date:')
    .replaceAll(/(?!0{8})[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f-]{16}/g, 'id');
}

test.each([
  ['expired', 401],
  ['revoked', 401],
  ['inactive', 403],
] as const)('a key that is %s cannot read its own job', async (name, status) => {
  const text = `GET /jobs/${ids[name]} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${secrets[name].secret}\r\nConnection: close\r\n\r\n`;
  const one = await answer(fast, text);
  expect(one).toContain(`HTTP/1.1 ${status} `);
  expect(one).toBe(await answer(slow, text));
});

test('the fast path and the full path record the use of valid keys only', async () => {
  for (const rig of [fast, slow]) {
    rig?.used.clear();
    for (const { secret } of [secrets.expired, secrets.revoked, secrets.unknown, secrets.own])
      await answer(
        rig,
        `GET /jobs/${ids.done} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${secret}\r\nConnection: close\r\n\r\n`,
      );
    expect([...(rig?.used ?? [])]).toEqual(['own']);
  }
});

test('the fast path and the full path give identical responses, logs and counts', async () => {
  const statuses = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(request, async (text) => {
      const [one, other] = await Promise.all([answer(fast, text), answer(slow, text)]);
      expect(one).toBe(other);
      const status = one.slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
    { numRuns: requests },
  );
  for (const status of ['200', '400', '401', '403', '404', '429']) expect(statuses.get(status)).toBeGreaterThan(20);
  expect(await told(fast)).toEqual(await told(slow));
}, 300_000);

/** Returns logs and metrics without the values that differ from run to run. */
async function told(rig: ReadingRig | undefined): Promise<unknown> {
  const counted = async (): Promise<number> => {
    const { values } = (await rig?.metrics.getSingleMetric('http_request_duration_seconds')?.get()) ?? { values: [] };
    return values
      .filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))
      .reduce((sum, { value }) => sum + value, 0);
  };
  const lines = rig?.logs ?? [];
  await until(async () => lines.length > 0 && (await counted()) >= lines.length);
  const metrics = (await rig?.metrics.metrics()) ?? '';
  const answered = lines.map(({ time: _, pid: __, hostname: ___, ...line }) => JSON.stringify(line));
  return {
    answered: answered.toSorted(),
    metrics: metrics
      .split('\n')
      .filter((line) => /_count\{/.test(line))
      .toSorted(),
  };
}
