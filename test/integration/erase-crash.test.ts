import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { jobPrefix } from '../../src/domain/artifact-keys.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { writeIntent } from '../../src/domain/intent.ts';
import { archivedAnnotation, cleanupFinalizer } from '../../src/domain/labels.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { admit, namespace } from '../support/installation/objects.ts';
import { buildArchivedJob, imageSpec } from '../support/pipeline/build-job.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { until } from '../support/process/until.ts';

let home: ApiService;
let mine: TestKey;
beforeAll(async () => {
  home = await startApi();
  mine = await home.key();
});
afterAll(() => home.close());

/** Creates a finished job that has a file in the artifact store and a callback that is not delivered yet. */
async function ended(): Promise<AdJob> {
  const key = { namespace, name: uuidV7() };
  const refs = { accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } };
  const spec = imageSpec({ ...refs, callbackUrl: 'https://a.example/done' });
  await home.store.create(adJobKind, { metadata: { ...key, finalizers: [cleanupFinalizer] }, spec });
  await home.artifacts.put(`${jobPrefix(key.name)}request.json`, Buffer.from('{}'));
  const status = { phase: 'FAILED' as const, jobId: key.name, error: 'No. [internal]' };
  return home.store.patchStatus(adJobKind, key, { status });
}

/**
 * Functions that bring a finished job into each state up to its archiving. From the archived mark on, the callback is
 * delivered from the archive.
 */
const states: Record<string, (job: AdJob) => Promise<unknown>> = {
  'that is not archived': () => Promise.resolve(),
  'whose record is written': write,
  'that is marked as archived': async (job) => {
    await write(job);
    await mark(job);
    await deliver(job);
  },
  'that is archived and kept by its finalizer': async (job) => {
    await write(job);
    await mark(job);
    await deliver(job);
    await home.store.delete(adJobKind, job.metadata);
  },
  'that exists only in the archive': async (job) => {
    await write(job);
    await release(job);
    await home.store.delete(adJobKind, job.metadata);
    await deliver(job);
  },
};
async function write(job: AdJob): Promise<void> {
  const record = archivedJobOf(job, new Date());
  await home.archive.add(record);
  await home.archive.openDelivery(record);
}
const deliver = (job: AdJob): Promise<void> =>
  home.archive.putDelivery(archivedJobOf(job, new Date()), { state: 'delivered', attempts: 1 });
const mark = ({ metadata }: AdJob) =>
  home.store.patch(adJobKind, metadata, { metadata: { annotations: { [archivedAnnotation]: 'true' } } });
const release = ({ metadata }: AdJob) => home.store.patch(adJobKind, metadata, { metadata: { finalizers: [] } });

/**
 * Does the work of the pipeline controller for a deleted job: removes the finalizer and, if the job is not marked as
 * archived, the files and the archive record.
 */
async function control({ metadata }: AdJob): Promise<void> {
  const job = await home.store.get(adJobKind, metadata);
  if (job?.metadata.deletionTimestamp === undefined) return;
  if (job.metadata.annotations?.[archivedAnnotation] !== 'true') {
    await home.artifacts.deleteTree(jobPrefix(metadata.name));
    await home.archive.delete(metadata.name);
  }
  await release(job);
}

const ask = (api: ApiService, { metadata }: AdJob, method: string, path = ''): Promise<Response> =>
  fetch(`${api.url}/jobs/${metadata.name}${path}`, { method, headers: { 'X-API-Key': mine.secret } });
const deliveries = async (job: AdJob): Promise<string> => (await ask(home, job, 'GET', '/deliveries')).text();

/**
 * Erases a job through one replica, which may be killed after one of its calls, and again through another replica.
 * Checks that nothing of the job is left. Returns the names of the first replica's calls.
 */
async function story(prepare: (job: AdJob) => Promise<unknown>, lastCall?: number): Promise<string[]> {
  const job = await ended();
  await prepare(job);
  const fuse = new Fuse(lastCall);
  const replica = await startApi({
    replicaOf: home,
    change: ({ store, archive, artifacts, ledger }) => ({
      store: fuse.wrap(store, 'store'),
      archive: fuse.wrap(archive, 'archive'),
      artifacts: fuse.wrap(artifacts, 'artifacts'),
      ledger: fuse.wrap(ledger, 'ledger'),
    }),
  });
  await until(async () => (await (await ask(home, job, 'GET')).text()).includes('FAILED'));
  const before = await deliveries(job);
  const first = await ask(replica, job, 'DELETE');
  await replica.close();
  // The request that was cut off must not change the callback state that clients see.
  const after = await deliveries(job);
  expect([lastCall, after.includes('job_not_found') ? before : after]).toEqual([lastCall, before]);
  const again = await ask(home, job, 'DELETE');
  await control(job);

  const { name } = job.metadata;
  const left = [await home.store.get(adJobKind, job.metadata), await home.archive.get(name)];
  const files = await home.artifacts.list(jobPrefix(name));
  const isTold = lastCall === undefined ? first.status === 204 : [204, 404].includes(again.status);
  expect([lastCall, isTold, left, files]).toEqual([lastCall, true, [undefined, undefined], []]);
  expect((await ask(home, job, 'GET')).status).toBe(404);
  return fuse.names;
}

test.each(Object.keys(states))('a job %s is erased, whatever call its replica dies after', async (state) => {
  const prepare = states[state] ?? (() => Promise.reject(new Error('unknown state')));
  const names = await story(prepare);
  expect(names.length).toBeGreaterThan(1);
  for (let call = 1; call <= names.length; call += 1) await story(prepare, call);
});

test.each([undefined, 'https://a.example/done'])(
  'a job without an AdJob and with the callback URL %s is erased with its intent',
  async (callbackUrl) => {
    const jobId = uuidV7({ msecs: Date.now() - 3_600_000 });
    const account = { namespace, name: mine.account };
    const spec = imageSpec({ accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } });
    const intent = writeIntent({ metadata: { namespace, name: jobId }, spec });
    await admit(home, { namespace, name: jobId }, { account, intent });
    await home.ledger.intents.end(jobId, 'Refused. [refused]');
    const record = buildArchivedJob({ jobId, namespace, account: mine.account, apiKey: mine.name, phase: 'FAILED' });
    // As if a relay was killed after it wrote the archive record and before it dropped the intent. The next relay would
    // write the record again.
    await home.archive.add({ ...record, ...(callbackUrl !== undefined && { callbackUrl }) });
    const url = `${home.url}/jobs/${jobId}`;
    expect((await fetch(url, { method: 'DELETE', headers: { 'X-API-Key': mine.secret } })).status).toBe(204);
    expect(await home.ledger.intents.get(jobId)).toBeUndefined();
  },
);
