import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { afterReplay } from '../../src/domain/delivery.ts';
import { writeIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation, replayAnnotation } from '../../src/domain/labels.ts';
import type { AdJob, AdJobSpec, AdJobStatus, DeliveryStatus } from '../../src/schema/adjob.ts';
import { Deliveries } from '../../src/schema/deliveries.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { admit, namespace } from '../support/installation/objects.ts';
import { buildJob, imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';

let api: ApiService;
let mine: TestKey;
let other: TestKey;
beforeAll(async () => {
  api = await startApi();
  mine = await api.key();
  other = await api.key();
});
afterAll(() => api.close());

const callbackUrl = 'https://hooks.example.com/ads';
const success: AdJobStatus = { phase: 'SUCCESS', response: { images: [] } };
const delivery: DeliveryStatus = {
  state: 'pending',
  attempts: 2,
  deliveries: [
    { attempt: 1, time: '2026-11-21T09:30:41Z', outcome: 'failed', latencyMs: 15_000, error: 'timed_out' },
    {
      ...{ attempt: 2, time: '2026-11-21T09:31:02Z', outcome: 'failed', latencyMs: 7, error: 'bad_status' },
      ...{ status: 500, responseExcerpt: 'Oops' },
    },
  ],
  nextAttemptTime: '2026-11-21T09:36:02Z',
};
const delivered: DeliveryStatus = {
  state: 'delivered',
  attempts: 1,
  deliveries: [{ attempt: 1, time: '2026-11-21T09:30:41Z', outcome: 'delivered', latencyMs: 9, status: 204 }],
};

function call(path: string, method = 'GET', key = mine): Promise<Response> {
  return fetch(api.url + path, { method, headers: { 'X-API-Key': key.secret } });
}

async function deliveries(jobId: string): Promise<Deliveries> {
  return Deliveries.parse(await (await call(`/jobs/${jobId}/deliveries`)).json());
}

function replay(jobId: string, key = mine): Promise<Response> {
  return call(`/jobs/${jobId}/deliveries/replay`, 'POST', key);
}

async function code(answer: Response): Promise<unknown> {
  return [answer.status, ((await answer.json()) as { code: unknown }).code];
}

function specOf(change: Partial<AdJobSpec> = { callbackUrl }): AdJobSpec {
  return imageSpec({ accountRef: { name: mine.account }, apiKeyRef: { name: mine.name }, ...change });
}

/** Creates an AdJob with this status and waits until the API reports its phase. */
async function live(status: AdJobStatus, change?: Partial<AdJobSpec>): Promise<string> {
  const name = uuidV7();
  await api.store.create(adJobKind, {
    metadata: { namespace, name, finalizers: ['adwright.dev/cleanup'] },
    spec: specOf(change),
  });
  await api.store.patchStatus(adJobKind, { namespace, name }, { status: { jobId: name, ...status } });
  const phase = async () => ((await (await call(`/jobs/${name}`)).json()) as { status: string }).status;
  await until(async () => (await phase()) === status.phase);
  return name;
}

async function object(name: string): Promise<AdJob> {
  const job = await api.store.get(adJobKind, { namespace, name });
  if (job === undefined) throw new Error(`AdJob ${name} does not exist.`);
  return job;
}

async function archived(status: AdJobStatus, change?: Partial<AdJobSpec>): Promise<string> {
  const name = uuidV7({ msecs: Date.now() - 3_600_000 });
  const job = buildJob({ metadata: { name }, spec: specOf(change), status: { ...success, jobId: name, ...status } });
  await api.archive.put(archivedJobOf(job, new Date()));
  return name;
}

async function intended(change?: Partial<AdJobSpec>): Promise<string> {
  const jobId = uuidV7();
  const account = { namespace, name: mine.account };
  const intent = writeIntent({ metadata: { namespace, name: jobId }, spec: specOf(change) });
  await admit(api, { namespace, name: jobId }, { account, intent });
  return jobId;
}

const nothing = { state: 'pending', deliveries: [], next_attempt_time: null };
const noCallback = { state: null, deliveries: [], next_attempt_time: null };

describe('GET /jobs/{job_id}/deliveries', () => {
  test('the attempts are listed newest first, with null for absent fields', async () => {
    expect(await deliveries(await live({ ...success, delivery }))).toEqual({
      state: 'pending',
      deliveries: [
        {
          ...{ attempt: 2, time: '2026-11-21T09:31:02Z', status: 500, latency_ms: 7, outcome: 'failed' },
          ...{ error: 'bad_status', response_excerpt: 'Oops' },
        },
        {
          ...{ attempt: 1, time: '2026-11-21T09:30:41Z', status: null, latency_ms: 15_000, outcome: 'failed' },
          ...{ error: 'timed_out', response_excerpt: null },
        },
      ],
      next_attempt_time: '2026-11-21T09:36:02Z',
    });
  });

  test.each<[string, () => Promise<string>, unknown]>([
    ['that runs', () => live({ phase: 'PROCESSING' }), nothing],
    ['that has just ended', () => live(success), nothing],
    ['without an AdJob yet', () => intended(), nothing],
    ['without a callback', () => live(success, {}), noCallback],
    ['without an AdJob yet and without a callback', () => intended({}), noCallback],
    ['that was archived before its first attempt', () => archived({}), nothing],
    ['that was archived without a callback', () => archived({}, {}), noCallback],
  ])('a job %s has no attempts of a callback', async (_, make, want) => {
    expect(await deliveries(await make())).toEqual(want);
  });

  test('an archived job shows the deliveries that the archive has', async () => {
    const jobId = await archived({ delivery });
    expect((await deliveries(jobId)).deliveries).toHaveLength(2);
    await api.archive.putDelivery({ jobId, namespace, account: mine.account }, delivered);
    expect(await deliveries(jobId)).toMatchObject({ state: 'delivered', deliveries: [{ attempt: 1, status: 204 }] });
  });

  test('a job that is archived and not deleted yet shows the deliveries of the archive', async () => {
    const jobId = await live({ ...success, delivery });
    await api.archive.put(archivedJobOf(await object(jobId), new Date()));
    const annotations = { [archivedAnnotation]: 'true' };
    await api.store.patch(adJobKind, { namespace, name: jobId }, { metadata: { annotations } });
    await api.archive.putDelivery({ jobId, namespace, account: mine.account }, delivered);
    expect(await deliveries(jobId)).toMatchObject({ state: 'delivered' });
    expect(await code(await replay(jobId))).toEqual([409, 'job_archived']);
  });

  test('a request for deliveries counts as a read and accepts HEAD', async () => {
    const jobId = await live(success);
    const remaining = (answer: Response) => Number(answer.headers.get('x-ratelimit-remaining'));
    const first = await call(`/jobs/${jobId}/deliveries`);
    const second = await call(`/jobs/${jobId}/deliveries`, 'HEAD');
    expect([first.headers.get('ratelimit-policy'), second.status]).toEqual(['"job-read";q=10000;w=60', 200]);
    expect(remaining(first) - remaining(second)).toBe(1);
  });
});

describe('POST /jobs/{job_id}/deliveries/replay', () => {
  test('a replay writes its time to the AdJob and shows the callback as pending', async () => {
    const jobId = await live({ ...success, delivery: delivered });
    const answer = await replay(jobId);
    expect([answer.status, await answer.json()]).toMatchObject([202, { state: 'pending', next_attempt_time: null }]);
    const { metadata, status } = await object(jobId);
    expect(Math.abs(Date.parse(metadata.annotations?.[replayAnnotation] ?? '') - Date.now())).toBeLessThan(60_000);
    expect(status?.delivery).toEqual(delivered);
    expect(await deliveries(jobId)).toMatchObject({ state: 'pending', deliveries: [{ attempt: 1 }] });
  });

  test('a replay of an open delivery makes the next attempt due at once', async () => {
    const jobId = await live({ ...success, delivery });
    expect(await (await replay(jobId)).json()).toMatchObject({
      state: 'pending',
      deliveries: [{ attempt: 2 }, { attempt: 1 }],
      next_attempt_time: null,
    });
  });

  test.each<[string, () => Promise<string>, string]>([
    ['without a callback', () => live(success, {}), 'no_callback'],
    ['that runs', () => live({ phase: 'PROCESSING' }), 'job_not_finished'],
    ['that runs without a callback', () => live({ phase: 'PROCESSING' }, {}), 'no_callback'],
    ['without an AdJob yet', () => intended(), 'job_not_finished'],
    ['without an AdJob yet and without a callback', () => intended({}), 'no_callback'],
    ['that is archived', () => archived({ delivery }), 'job_archived'],
    ['that is archived without a callback', () => archived({}, {}), 'no_callback'],
  ])('a replay of a job %s gets 409', async (_, make, want) => {
    expect(await code(await replay(await make()))).toEqual([409, want]);
  });

  test('a replay of a job whose AdJob was never created gets 409', async () => {
    const jobId = await intended();
    await api.ledger.intents.end(jobId, 'Refused. [refused]');
    expect(await code(await replay(jobId))).toEqual([409, 'job_archived']);
  });

  test.each([
    ['handled each replay at once', true],
    ['handled none of them', false],
  ])('the eleventh replay within an hour gets 429 if the controller has %s', async (_, isHandled) => {
    const jobId = await live({ ...success, delivery: delivered });
    for (let n = 0; n < 10; n += 1) {
      expect((await replay(jobId)).status).toBe(202);
      if (isHandled) await handle(jobId);
    }
    const answer = await replay(jobId);
    expect(await code(answer)).toEqual([429, 'rate_limited']);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect((await replay(await live({ ...success, delivery: delivered }))).status).toBe(202);
  });

  /** Handles a requested replay as the callback controller does: writes the delivery after the replay to the AdJob. */
  async function handle(jobId: string): Promise<void> {
    const { metadata, status } = await object(jobId);
    const request = metadata.annotations?.[replayAnnotation] ?? '';
    const replayed = afterReplay(status?.delivery ?? delivered, request, new Date());
    await api.store.patchStatus(
      adJobKind,
      { namespace, name: jobId },
      { status: { delivery: { ...replayed, state: 'delivered' } } },
    );
  }
});

describe('security', () => {
  const paths = [
    ['GET', 'deliveries'],
    ['POST', 'deliveries/replay'],
  ] as const;

  test.each(paths)("%s %s of another key's job and of an erased job gets 404", async (method, path) => {
    const [job, record] = [await live({ ...success, delivery: delivered }), await archived({ delivery })];
    for (const jobId of [job, record, await intended()]) {
      expect(await code(await call(`/jobs/${jobId}/${path}`, method, other))).toEqual([404, 'job_not_found']);
    }
    expect((await object(job)).metadata.annotations?.[replayAnnotation]).toBeUndefined();
    expect((await call(`/jobs/${job}`, 'DELETE')).status).toBe(204);
    for (const jobId of [job, uuidV7(), '1']) {
      expect(await code(await call(`/jobs/${jobId}/${path}`, method))).toEqual([404, 'job_not_found']);
    }
  });

  test.each(paths)('%s %s of a job that is deleted by hand gets 404', async (method, path) => {
    const jobId = await live({ ...success, delivery: delivered });
    await api.store.delete(adJobKind, { namespace, name: jobId });
    expect(await code(await call(`/jobs/${jobId}/${path}`, method))).toEqual([404, 'job_not_found']);
  });

  test.each(paths)('%s %s without a key gets 401', async (method, path) => {
    expect((await fetch(`${api.url}/jobs/${uuidV7()}/${path}`, { method })).status).toBe(401);
  });
});
