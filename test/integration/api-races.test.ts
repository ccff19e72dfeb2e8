import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { writeIntent } from '../../src/domain/intent.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation, replayAnnotation } from '../../src/domain/labels.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { admit, namespace } from '../support/installation/objects.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';

/** Work that runs once, before or after the named call to the store or the job reader. */
let meanwhile: { call: string; when: 'before' | 'after'; work: () => Promise<unknown> } | undefined;
let api: ApiService;
let mine: TestKey;
beforeAll(async () => {
  api = await startApi({ change: ({ store, jobs }) => ({ store: disturbed(store), jobs: disturbed(jobs) }) });
  mine = await api.key();
});
afterAll(() => api.close());

function disturbed<T extends object>(target: T): T {
  return aroundCalls(target, (name, run) => {
    if (name !== meanwhile?.call) return run();
    const { when, work } = meanwhile;
    meanwhile = undefined;
    return when === 'before' ? work().then(run) : Promise.resolve(run()).finally(work);
  });
}

function call(path: string, method: string): Promise<Response> {
  return fetch(api.url + path, { method, headers: { 'X-API-Key': mine.secret } });
}

function newJob() {
  const metadata = { namespace, name: uuidV7(), finalizers: ['adwright.dev/cleanup'] };
  return { metadata, spec: imageSpec({ accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } }) };
}

async function intended(): Promise<ReturnType<typeof newJob>> {
  const job = newJob();
  const { name } = job.metadata;
  await admit(api, { namespace, name }, { account: { namespace, name: mine.account }, intent: writeIntent(job) });
  return job;
}

test('the erasure of a job removes an archived mark that was set concurrently', async () => {
  const job = newJob();
  const key = { namespace, name: job.metadata.name };
  await api.store.create(adJobKind, job);
  await api.store.patchStatus(adJobKind, key, { status: { phase: 'FAILED', error: 'No. [internal]' } });
  await until(async () => (await (await call(`/jobs/${key.name}`, 'GET')).text()).includes('FAILED'));
  const mark = { metadata: { annotations: { [archivedAnnotation]: 'true' } } };
  meanwhile = { call: 'delete', when: 'before', work: () => api.store.patch(adJobKind, key, mark) };
  expect((await call(`/jobs/${key.name}`, 'DELETE')).status).toBe(204);
  const left = (await api.store.get(adJobKind, key))?.metadata;
  expect(left?.deletionTimestamp).toBeDefined();
  expect(left?.annotations?.[archivedAnnotation]).toBeUndefined();
});

test('a cancel is written to the AdJob if the relay creates it concurrently', async () => {
  const job = await intended();
  const { name } = job.metadata;
  const beSeen = async (): Promise<void> => {
    const { metadata } = await api.store.create(adJobKind, job);
    await api.ledger.bind(name, { namespace, name, uid: metadata.uid }, { namespace, name: mine.account });
  };
  meanwhile = { call: 'find', when: 'after', work: beSeen };
  const answer = await call(`/jobs/${name}/cancel`, 'POST');
  expect([answer.status, await answer.json()]).toEqual([202, expect.objectContaining({ job_id: name })]);
  expect((await api.store.get(adJobKind, { namespace, name }))?.spec.cancel).toBe(true);
});

test('the erasure of a job that was given up without an AdJob removes its intent', async () => {
  const { name } = (await intended()).metadata;
  await api.ledger.intents.end(name, 'Refused. [refused]');
  expect((await call(`/jobs/${name}`, 'DELETE')).status).toBe(204);
  expect(await api.ledger.intents.get(name)).toBeUndefined();
  expect((await call(`/jobs/${name}`, 'GET')).status).toBe(404);
});

/** Creates a job with a delivered callback, and waits until the API reports that the job has ended. */
async function delivered(): Promise<{ namespace: string; name: string }> {
  const { metadata, spec } = newJob();
  const key = { namespace, name: metadata.name };
  await api.store.create(adJobKind, { metadata, spec: { ...spec, callbackUrl: 'https://hooks.example.com/' } });
  const status = { phase: 'SUCCESS', jobId: key.name, response: {}, delivery: { state: 'delivered' } };
  await api.store.patchStatus(adJobKind, key, { status });
  await until(async () => (await (await call(`/jobs/${key.name}`, 'GET')).text()).includes('SUCCESS'));
  return key;
}

test('two replays of one callback at the same moment both count', async () => {
  const key = await delivered();
  const path = `/jobs/${key.name}/deliveries/replay`;
  meanwhile = { call: 'patch', when: 'before', work: () => call(path, 'POST') };
  expect((await call(path, 'POST')).status).toBe(202);
  const job = await api.store.get(adJobKind, key);
  expect(job?.metadata.annotations?.[replayAnnotation]?.split(',')).toHaveLength(2);
});

test.each([
  ['archived', 409],
  ['erased', 404],
])('a replay of a job that is %s concurrently gets %i', async (change, status) => {
  const key = await delivered();
  const leave = async (): Promise<void> => {
    const job = await api.store.get(adJobKind, key);
    if (job !== undefined && change === 'archived') await api.archive.put(archivedJobOf(job, new Date()));
    await api.store.delete(adJobKind, key);
  };
  meanwhile = { call: 'find', when: 'after', work: leave };
  expect((await call(`/jobs/${key.name}/deliveries/replay`, 'POST')).status).toBe(status);
});
