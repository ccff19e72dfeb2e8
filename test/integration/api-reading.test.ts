import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { jobPrefix } from '../../src/domain/artifact-keys.ts';
import { writeIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation } from '../../src/domain/labels.ts';
import type { AdJobStatus } from '../../src/schema/adjob.ts';
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

const success: AdJobStatus = { phase: 'SUCCESS', response: { images: [], concept: 'Feet first' } };
const failed: AdJobStatus = { phase: 'FAILED', error: 'No. [internal]' };

function call(path: string, method = 'GET', key = mine): Promise<Response> {
  return fetch(api.url + path, { method, headers: { 'X-API-Key': key.secret } });
}

async function code(answer: Response): Promise<unknown> {
  return [answer.status, ((await answer.json()) as { code: unknown }).code];
}

/** Creates an AdJob as the API does, and waits until the watch of the API has delivered it. */
async function live(status?: AdJobStatus, key = mine): Promise<string> {
  const name = uuidV7();
  const spec = imageSpec({ accountRef: { name: key.account }, apiKeyRef: { name: key.name } });
  await api.store.create(adJobKind, { metadata: { namespace, name, finalizers: ['adwright.dev/cleanup'] }, spec });
  if (status) await write(name, status);
  await until(
    async () =>
      ((await (await call(`/jobs/${name}`, 'GET', key)).json()) as { status: string }).status ===
      (status?.phase ?? 'PENDING'),
  );
  return name;
}

async function write(name: string, status: AdJobStatus): Promise<void> {
  await api.store.patchStatus(adJobKind, { namespace, name }, { status: { jobId: name, ...status } });
}

async function archived(status = success): Promise<string> {
  const name = uuidV7({ msecs: Date.now() - 3_600_000 });
  const spec = imageSpec({ accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } });
  await api.archive.put(
    archivedJobOf(
      buildJob({ metadata: { name, uid: `uid-${name}` }, spec, status: { ...status, jobId: name } }),
      new Date(),
    ),
  );
  return name;
}

/** Admits a job to the ledger without creating its AdJob. */
async function intended(msecs = Date.now()): Promise<string> {
  const jobId = uuidV7({ msecs });
  const object = { namespace, name: jobId };
  const spec = imageSpec({ accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } });
  const intent = writeIntent({ metadata: object, spec });
  const account = { namespace, name: mine.account };
  expect(await admit(api, object, { account, intent })).toEqual({ kind: 'accepted' });
  return jobId;
}

describe('a job without an AdJob yet', () => {
  test.each<[string, number]>([
    ['just now', 0],
    ['an hour ago', 3_600_000],
  ])('a job without an AdJob yet, admitted %s, is PENDING for its own key only', async (_, agoMs) => {
    const jobId = await intended(Date.now() - agoMs);
    expect(await (await call(`/jobs/${jobId}`)).json()).toEqual({
      job_id: jobId,
      type: 'image_ad',
      status: 'PENDING',
      response: null,
      error: null,
    });
    expect((await call(`/jobs/${jobId}`, 'GET', other)).status).toBe(404);
  });

  test('a job is FAILED once its intent was ended', async () => {
    const jobId = await intended();
    await api.ledger.intents.end(jobId, 'Refused. [refused]');
    expect(await (await call(`/jobs/${jobId}`)).json()).toMatchObject({
      status: 'FAILED',
      error: 'Refused. [refused]',
    });
  });

  test('a cancel of a job without an AdJob yet marks its intent', async () => {
    const jobId = await intended();
    const answer = await call(`/jobs/${jobId}/cancel`, 'POST');
    expect([answer.status, await answer.json()]).toEqual([
      202,
      expect.objectContaining({ job_id: jobId, status: 'PENDING' }),
    ]);
    expect((await api.ledger.intents.get(jobId))?.isCancelled).toBe(true);
  });
});

describe('an archived job', () => {
  test('an archived job is returned unchanged to its own key only', async () => {
    const jobId = await archived();
    const answer = await call(`/jobs/${jobId}`);
    expect(await answer.json()).toEqual({
      job_id: jobId,
      type: 'image_ad',
      status: 'SUCCESS',
      response: success.response,
      error: null,
    });
    expect((await call(`/jobs/${jobId}`, 'GET', other)).status).toBe(404);
  });

  test('an archived job cannot be cancelled', async () => {
    expect(await code(await call(`/jobs/${await archived()}/cancel`, 'POST'))).toEqual([409, 'job_finished']);
  });

  test('erasing an archived job deletes its files', async () => {
    const jobId = await archived();
    await api.artifacts.put(`${jobPrefix(jobId)}image-1-0/ad-1.png`, Buffer.from('x'));
    expect((await call(`/jobs/${jobId}`, 'DELETE')).status).toBe(204);
    expect((await call(`/jobs/${jobId}`)).status).toBe(404);
    expect(await api.artifacts.list(jobPrefix(jobId))).toEqual([]);
    expect((await call(`/jobs/${jobId}`, 'DELETE')).status).toBe(404);
  });

  test('the files of an archived job are served', async () => {
    const folder = `image-1-${'0'.repeat(32)}`;
    const response = { images: [{ url: `${api.url}/files/JOB/${folder}/ad-1.png` }] };
    const jobId = await archived({ phase: 'SUCCESS', response });
    const text = (await api.archive.get(jobId))?.body ?? '';
    const record = await api.archive.get(jobId);
    if (record) await api.archive.put({ ...record, body: text.replace('JOB', jobId) });
    await api.artifacts.put(`${jobPrefix(jobId)}${folder}/ad-1.png`, Buffer.from('bytes'));
    const answer = await fetch(`${api.url}/files/${jobId}/${folder}/ad-1.png`);
    expect([answer.status, await answer.text()]).toEqual([200, 'bytes']);
  });

  test('an archived job stays readable while its AdJob is deleted; a job deleted by hand does not', async () => {
    const [kept, gone] = [await live(success), await live(success)];
    const job = await api.store.get(adJobKind, { namespace, name: kept });
    if (job) await api.archive.put(archivedJobOf(job, new Date()));
    await api.store.patch(
      adJobKind,
      { namespace, name: kept },
      { metadata: { annotations: { [archivedAnnotation]: 'true' } } },
    );
    for (const name of [kept, gone]) await api.store.delete(adJobKind, { namespace, name });
    await until(async () => (await call(`/jobs/${gone}`)).status === 404);
    const { jobs } = (await (await call('/jobs?limit=100')).json()) as { jobs: { job_id: string }[] };
    expect(jobs.map((one) => one.job_id)).not.toContain(kept);
    expect(await (await call(`/jobs/${kept}`)).json()).toMatchObject({ status: 'SUCCESS' });
  });
});

describe('cancel', () => {
  test('a cancel sets spec.cancel and returns the current status', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    const answer = await call(`/jobs/${jobId}/cancel`, 'POST');
    expect([answer.status, await answer.json()]).toEqual([202, expect.objectContaining({ status: 'PROCESSING' })]);
    expect((await api.store.get(adJobKind, { namespace, name: jobId }))?.spec.cancel).toBe(true);
    expect((await call(`/jobs/${jobId}/cancel`, 'POST')).status).toBe(202);
  });

  test.each([
    ['succeeded', success],
    ['failed', failed],
  ])('a cancel of a job that has %s gets 409', async (_, status) => {
    expect(await code(await call(`/jobs/${await live(status)}/cancel`, 'POST'))).toEqual([409, 'job_finished']);
  });

  test("a cancel of another key's job gets 404", async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    expect(await code(await call(`/jobs/${jobId}/cancel`, 'POST', other))).toEqual([404, 'job_not_found']);
    expect((await api.store.get(adJobKind, { namespace, name: jobId }))?.spec.cancel).toBeUndefined();
  });
});

describe('DELETE', () => {
  test('DELETE erases a finished job at once, including its archive record', async () => {
    const jobId = await live(success);
    const job = await api.store.get(adJobKind, { namespace, name: jobId });
    if (job) await api.archive.put(archivedJobOf(job, new Date()));
    await api.store.patch(
      adJobKind,
      { namespace, name: jobId },
      { metadata: { annotations: { [archivedAnnotation]: 'true' } } },
    );
    const answer = await call(`/jobs/${jobId}`, 'DELETE');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect((await call(`/jobs/${jobId}`)).status).toBe(404);
    const left = (await api.store.get(adJobKind, { namespace, name: jobId }))?.metadata;
    expect(left?.deletionTimestamp).toBeDefined();
    expect(left?.annotations?.[archivedAnnotation]).toBeUndefined();
    expect(await api.archive.get(jobId)).toBeUndefined();
  });

  test('DELETE of an unfinished job gets 409 and changes nothing', async () => {
    for (const jobId of [await live(), await live({ phase: 'PROCESSING' }), await intended()]) {
      expect(await code(await call(`/jobs/${jobId}`, 'DELETE'))).toEqual([409, 'job_not_finished']);
      expect((await call(`/jobs/${jobId}`)).status).toBe(200);
    }
  });

  test("DELETE of another key's job gets 404 and changes nothing", async () => {
    const jobId = await live(success);
    expect((await call(`/jobs/${jobId}`, 'DELETE', other)).status).toBe(404);
    expect((await call(`/jobs/${jobId}`)).status).toBe(200);
  });
});

describe('GET /jobs', () => {
  interface Page {
    jobs: { job_id: string; status: string }[];
    next_cursor: string | null;
  }
  let lister: TestKey;
  let ids: string[];
  const list = async (query: string): Promise<Page> =>
    (await (await call(`/jobs${query}`, 'GET', lister)).json()) as Page;
  beforeAll(async () => {
    lister = await api.key();
    ids = [];
    for (const status of [success, failed, undefined, success, { phase: 'PROCESSING' } as const])
      ids.unshift(await live(status, lister));
  });

  test("GET /jobs returns the key's own jobs, newest first, as GET /jobs/{job_id} does", async () => {
    const { jobs, next_cursor: next } = await list('');
    expect([jobs.map((job) => job.job_id), next]).toEqual([ids, null]);
    for (const job of jobs) expect(job).toEqual(await (await call(`/jobs/${job.job_id}`, 'GET', lister)).json());
  });

  test('pages of GET /jobs miss nothing and repeat nothing', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(`?limit=2&cursor=${cursor}`);
      seen.push(...page.jobs.map((job) => job.job_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  test.each<[string, number[]]>([
    ['?status=SUCCESS', [1, 4]],
    ['?status=FAILED&type=image_ad', [3]],
    ['?type=video_ad', []],
  ])('GET /jobs%s returns only matching jobs', async (query, wanted) => {
    expect((await list(query)).jobs.map((job) => job.job_id)).toEqual(wanted.map((place) => ids[place]));
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
    'status=DONE',
    'type=image',
    'cursor=x',
  ])('GET /jobs?%s gets 422', async (query) => {
    const answer = await call(`/jobs?${query}`, 'GET', lister);
    const problem = (await answer.json()) as { errors: { loc: unknown }[] };
    expect([answer.status, problem.errors.map(({ loc }) => loc)]).toEqual([422, [['query', query.split('=')[0]]]]);
  });

  test('GET /jobs refuses the cursor of another key', async () => {
    const { next_cursor: next } = await list('?limit=1');
    expect((await call(`/jobs?cursor=${next ?? ''}`)).status).toBe(422);
  });
});

async function readsCounted(): Promise<number> {
  const { values } = (await api.metrics.getSingleMetric('adwright_rate_limit_requests_total')?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}

describe('wait', () => {
  test('a waiting GET returns when the job ends', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    const waiting = call(`/jobs/${jobId}?wait=60`);
    await write(jobId, success);
    expect(await (await waiting).json()).toMatchObject({ status: 'SUCCESS' });
  });

  test('a waiting GET returns the current state when its time is over', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    expect(await (await call(`/jobs/${jobId}?wait=1`)).json()).toMatchObject({ status: 'PROCESSING' });
  });

  test('a waiting GET gets 404 when the job is erased', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    const waiting = call(`/jobs/${jobId}?wait=60`);
    await api.store.delete(adJobKind, { namespace, name: jobId });
    expect((await waiting).status).toBe(404);
  });

  test('a HEAD does not wait', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    expect((await call(`/jobs/${jobId}?wait=60`, 'HEAD')).status).toBe(200);
  });

  test.each(['61', '-1', '1.5', 'x', ''])('a wait of %j seconds gets 422', async (seconds) => {
    expect(await code(await call(`/jobs/${uuidV7()}?wait=${seconds}`))).toEqual([422, 'validation_failed']);
  });

  test('a waiting GET ends when the client disconnects', async () => {
    const jobId = await live({ phase: 'PROCESSING' });
    const headers = { 'X-API-Key': mine.secret };
    const hangUp = new AbortController();
    const before = await readsCounted();
    const waiting = fetch(`${api.url}/jobs/${jobId}?wait=60`, { headers, signal: hangUp.signal });
    waiting.catch(() => undefined);
    await until(async () => (await readsCounted()) > before);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => api.logs.some(({ status }) => status === 499));
  });

  test('a waiting GET returns when the service stops', async () => {
    const service = await startApi();
    const key = await service.key();
    const name = uuidV7();
    const spec = imageSpec({ accountRef: { name: key.account }, apiKeyRef: { name: key.name } });
    await service.store.create(adJobKind, { metadata: { namespace, name }, spec });
    const waiting = fetch(`${service.url}/jobs/${name}?wait=60`, { headers: { 'X-API-Key': key.secret } });
    await until(async () => (await service.metrics.metrics()).includes('decision="allowed"'));
    service.stop();
    expect(await (await waiting).json()).toMatchObject({ status: 'PENDING' });
    await service.close();
  });
});
