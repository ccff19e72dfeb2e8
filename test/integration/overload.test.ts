import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startLocalService, type LocalService } from '../../scripts/local-service.ts';
import { burst, wireRequest, type BurstAnswer } from '../support/api/burst.ts';
import { freePort } from '../support/network/free-port.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const creates = 800;
const waitingMax = 150;
const price = 5;
const granted = 100_000;
const folder = temporaryFolder();

let service: LocalService;
let port: number;
let metricsUrl: string;
let key: string;

/** Starts the service so that it runs no job, and requests are its only load. */
beforeAll(async () => {
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  service = await startLocalService(
    {
      ADWRIGHT_DATA_DIR: join(folder.path, 'data'),
      ADWRIGHT_LISTEN: '127.0.0.1:0',
      ADWRIGHT_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
      ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
      ADWRIGHT_MAX_RUNNING_JOBS: '0',
      ADWRIGHT_WAITING_REQUESTS_MAX: String(waitingMax),
      ADWRIGHT_REQUEST_WAIT_SECONDS: '2',
    },
    join(folder.path, 'service.log'),
  );
  port = Number(new URL(service.url).port);
  await service.command('accounts', 'create', 'acme', '--credits', String(granted));
  const limits = ['--image-creates-per-minute', '10000', '--job-reads-per-minute', '10000'];
  key = await service.command('keys', 'create', '--account', 'acme', ...limits);
  await until(async () => (await credits()).available === granted);
});

afterAll(async () => {
  await service.stop();
  folder.remove();
});

const Credits = z.object({ available: z.number(), reserved: z.number() });

async function credits(): Promise<z.infer<typeof Credits>> {
  const answer = await fetch(`${service.url}/credits`, { headers: { 'x-api-key': key } });
  return answer.ok ? Credits.parse(await answer.json()) : { available: 0, reserved: 0 };
}

/** Returns the value of a counter from the metrics of the service; 0 if the counter has no such series. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

function create(number: number, brandUrl = 'https://brand.invalid/'): string {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': `create-${number}` };
  return wireRequest(
    'POST',
    '/create_image_ad_async',
    headers,
    JSON.stringify({ brand_data: { brand_url: brandUrl } }),
  );
}

/** Requests `/livez` again and again, each time on a new connection, until the work is done. */
async function probing<R>(work: Promise<R>): Promise<{ result: R; statuses: number[] }> {
  const statuses: number[] = [];
  const done = new AbortController();
  const result = work.finally(() => {
    done.abort();
  });
  while (!done.signal.aborted) {
    const [answer] = await burst(port, [wireRequest('GET', '/livez', {})]);
    statuses.push(answer?.status ?? 0);
  }
  return { result: await result, statuses };
}

function withStatus(answers: readonly (BurstAnswer | undefined)[], status: number): BurstAnswer[] {
  return answers.filter((answer) => answer !== undefined).filter((answer) => answer.status === status);
}

test('every request of a burst is accepted or shed, and a shed request leaves no trace in the ledger', async () => {
  const requests = Array.from({ length: creates }, (_, number) => create(number));
  const { result: answers, statuses } = await probing(burst(port, requests));
  const [accepted, shed] = [withStatus(answers, 202), withStatus(answers, 503)];
  expect(accepted.length + shed.length).toBe(creates);
  expect(accepted.length).toBeGreaterThan(0);
  expect(shed.length).toBeGreaterThan(0);
  expect([...new Set(statuses)]).toEqual([200]);
  for (const { headers, body } of shed) {
    expect(headers).toMatch(/^retry-after: \d+$/im);
    expect(headers).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
    expect(headers).toMatch(/^cache-control: no-store$/im);
    expect(headers).toMatch(/^content-type: application\/problem\+json$/im);
    expect(headers).not.toMatch(/ratelimit/i);
    expect(JSON.parse(body)).toMatchObject({ status: 503, code: 'overloaded' });
  }

  expect((await credits()).reserved).toBe(accepted.length * price);
  const counted = 'adwright_rate_limit_requests_total{endpoint="image-create",decision="allowed"}';
  expect(await metric(counted)).toBe(accepted.length);
  const reasons = ['queue_full', 'waited_too_long'].map((reason) => `adwright_requests_shed_total{reason="${reason}"}`);
  const [full = 0, late = 0] = await Promise.all(reasons.map(metric));
  expect(full + late).toBe(shed.length);

  // The Idempotency-Key of a shed request stays unused, so a request with another body may use it.
  const number = answers.findIndex((answer) => answer?.status === 503);
  const [again] = await burst(port, [create(number, 'https://other.invalid/')]);
  expect(again?.status).toBe(202);
  expect(again?.headers).not.toMatch(/idempotency-replayed/i);
}, 120_000);

test('every cancel of a burst is accepted or shed', async () => {
  const listed = z.object({ jobs: z.array(z.object({ job_id: z.string() })) });
  const answer = await fetch(`${service.url}/jobs?limit=100`, { headers: { 'x-api-key': key } });
  const { jobs } = listed.parse(await answer.json());
  const cancels = Array.from({ length: creates }, (_, number) => {
    const { job_id } = jobs[number % jobs.length] ?? { job_id: '' };
    return wireRequest('POST', `/jobs/${job_id}/cancel`, { 'X-API-Key': key });
  });
  const { result: answers, statuses } = await probing(burst(port, cancels));
  const expected = [202, 409, 503];
  expect(answers.map((one) => one?.status).filter((status) => !expected.includes(status ?? 0))).toEqual([]);
  expect([...new Set(statuses)]).toEqual([200]);
}, 120_000);
