import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { Registry } from 'prom-client';
import { createPipelineMetrics } from '../../src/controllers/pipeline/metrics.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { archiveJob } from '../../src/controllers/retention/archive-job.ts';
import { archivedJobOf } from '../../src/domain/archived-job.ts';
import { findCondition } from '../../src/domain/conditions.ts';
import { hasRunBefore } from '../../src/domain/earlier-run.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { cleanupFinalizer } from '../../src/domain/labels.ts';
import { isArchivable, hasOpenCallback } from '../../src/domain/retention.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { acme, namespace, price } from '../support/installation/objects.ts';
import { imageSpec, videoSpec } from '../support/pipeline/build-job.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { storedJobs } from '../support/ledger/stored-jobs.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
let stop: AbortController;
let controller: PipelineController;
const applied: ObjectKey = { namespace, name: 'spring-sale' };
const spec = imageSpec({ apiKeyRef: undefined, callbackUrl: 'https://example.com/done' });

beforeEach(async () => {
  rig = await PipelineRig.open(systemClock);
  stop = new AbortController();
  controller = createPipelineController(rig.deps);
  await controller.start(stop.signal);
});
afterEach(async () => {
  stop.abort();
  await controller.drain();
  rig.close();
});

const reserved = async (): Promise<number> => (await rig.ledger.balance(acme)).reserved;

/** Creates an AdJob as a GitOps controller does, without a finalizer. */
async function apply(metadata: Partial<AdJob['metadata']> = {}): Promise<void> {
  await rig.store.create(adJobKind, { metadata: { ...applied, ...metadata }, spec });
}

/** Waits for the first stage of a job, cancels the job, and returns its AdJob once its credits are released. */
async function ended(key: ObjectKey): Promise<AdJob> {
  await until(() => rig.launcher.alive.length === 1);
  await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
  await until(async () => (await rig.job(key))?.status?.phase === 'FAILED' && (await reserved()) === 0);
  await until(() => rig.launcher.alive.length === 0);
  const job = await rig.job(key);
  if (job === undefined) throw new Error('the job is gone');
  return job;
}

const isGone = (key: ObjectKey) => until(async () => (await rig.job(key)) === undefined);

async function retire(job: AdJob): Promise<void> {
  const config = { ttlSeconds: 0, finishedJobsMax: 0, archiveSeconds: 1, auditLogSeconds: 1, deletionsPerSecond: 1 };
  const unused = {
    holds: rig.ledger.audit,
    metrics: { failing: () => undefined },
    auditLog: { deleteBefore },
    jobs: storedJobs(rig.store),
  };
  const { namespace: place, name, uid } = job.metadata;
  const candidate = { namespace: place, name, uid, jobId: uid, endMs: 0, isExcess: true };
  expect(await archiveJob(candidate, { ...rig.deps, ...unused, archive: rig.archive, config })).toBe('archived');
  await isGone(job.metadata);
}

const deleteBefore = () => Promise.resolve();

async function isLeftAlone(key: ObjectKey, earlierId: string): Promise<AdJob> {
  await until(async () => hasRunBefore((await rig.job(key)) ?? {}));
  const job = await rig.job(key);
  if (job === undefined) throw new Error('the job is gone');
  expect(findCondition(job.status?.conditions, 'Admitted')?.message).toContain(`The job ${earlierId} was run`);
  expect([job.status?.phase, hasOpenCallback(job), isArchivable(job)]).toEqual([undefined, false, false]);
  expect([rig.launcher.alive, await reserved()]).toEqual([[], 0]);
  return job;
}

test('an AdJob that is applied again after its retention is left alone, also after its record has expired', async () => {
  await apply();
  const first = await ended(applied);
  await retire(first);
  await apply();
  await isLeftAlone(applied, first.metadata.uid);
  await rig.archive.delete(first.metadata.uid);
  await rig.store.patch(adJobKind, applied, { metadata: { labels: { seen: 'again' } } });
  await isLeftAlone(applied, first.metadata.uid);
  expect([...controller.jobs.openJobs()]).toEqual([]);
});

test('an AdJob with another request under the same name runs', async () => {
  await apply();
  await retire(await ended(applied));
  const other = imageSpec({ apiKeyRef: undefined, callbackUrl: 'https://example.com/other' });
  await rig.store.create(adJobKind, { metadata: applied, spec: other });
  await until(() => rig.launcher.alive.length === 1);
});

test('an AdJob that was refused for lack of credits may be applied again after its retention', async () => {
  await rig.ledger.admit({
    jobId: 'all',
    account: acme,
    credits: (await rig.ledger.balance(acme)).available,
    seen: undefined,
    origin: { kind: 'applied', object: { ...applied, name: 'all', uid: 'all' } },
  });
  await apply();
  await until(async () => (await rig.job(applied))?.status?.phase === 'FAILED');
  const refused = await rig.job(applied);
  if (refused === undefined) throw new Error('the job is gone');
  await retire(refused);
  await apply();
  await until(async () => (await rig.job(applied))?.status?.phase === 'FAILED');
});

test('an AdJob that was deleted by hand runs again when it is applied again', async () => {
  await apply();
  await ended(applied);
  await rig.store.delete(adJobKind, applied);
  await isGone(applied);
  await apply();
  await until(() => rig.launcher.alive.length === 1);
});

test('a copy of a finished applied AdJob without its status is left alone', async () => {
  await apply();
  const { uid, annotations = {} } = (await ended(applied)).metadata;
  await rig.store.delete(adJobKind, applied);
  await isGone(applied);
  await apply({ annotations });
  await isLeftAlone(applied, uid);
});

test('a copy of an AdJob that was made from the manifest of another one is left alone', async () => {
  await apply();
  const { annotations = {} } = (await ended(applied)).metadata;
  const second = { namespace, name: 'summer-sale' };
  await apply({ ...second, annotations });
  const { uid, annotations: own = {} } = (await ended(second)).metadata;
  await rig.store.delete(adJobKind, second);
  await isGone(second);
  await apply({ ...second, annotations: own });
  await isLeftAlone(second, uid);
});

/** Waits for the first stage of a job, and replaces the AdJob by a copy without status, while no controller releases its hold. */
async function restored(key: ObjectKey, spec?: AdJob['spec']): Promise<void> {
  await until(() => rig.launcher.alive.length === 1);
  const before = await rig.job(key);
  if (before === undefined) throw new Error('the job is gone');
  stop.abort();
  await controller.drain();
  await rig.store.patch(adJobKind, key, { metadata: { finalizers: [] } });
  await rig.store.delete(adJobKind, key);
  for (const { owner } of rig.launcher.alive) await rig.launcher.stop(owner);
  const { labels = {}, annotations = {} } = before.metadata;
  const finalizers = [cleanupFinalizer];
  await rig.store.create(adJobKind, {
    metadata: { ...key, labels, annotations, finalizers },
    spec: spec ?? before.spec,
  });
  stop = new AbortController();
  controller = createPipelineController({ ...rig.deps, metrics: createPipelineMetrics(new Registry()) });
  await controller.start(stop.signal);
}

test.each<[string, () => Promise<ObjectKey>]>([
  ['the API', () => rig.createJob()],
  ['a GitOps controller', () => apply().then(() => applied)],
])(
  'a job of %s that was unfinished when it was restored without its status runs on under its id',
  async (_, create) => {
    const key = await create();
    await until(async () => (await rig.job(key))?.status?.jobId !== undefined);
    const before = await rig.job(key);
    await restored(key);
    for (let stage = 0; stage < 3; stage += 1) {
      await until(() => rig.launcher.alive.length > 0);
      for (const attempt of rig.launcher.alive) await rig.finish(attempt);
    }
    await until(async () => (await rig.job(key))?.status?.phase === 'SUCCESS' && (await reserved()) === 0);
    const after = await rig.job(key);
    expect(after?.metadata.uid).not.toBe(before?.metadata.uid);
    expect(after?.status?.jobId).toBe(before?.status?.jobId);
    expect(await rig.ledger.balance(acme)).toMatchObject({ spent: price });
  },
);

test('an AdJob of another price does not take over the credits of an unfinished job of its name', async () => {
  const key = await rig.createJob();
  await restored(key, videoSpec());
  await until(async () => hasRunBefore((await rig.job(key)) ?? {}));
  expect(rig.launcher.alive).toEqual([]);
});

test('a copy of a finished job of the API without its status is left alone, and its deletion keeps the record', async () => {
  const key = await rig.createJob();
  const job = await ended(key);
  await rig.store.delete(adJobKind, key);
  await isGone(key);
  await rig.archive.add(archivedJobOf(job, new Date()));
  await rig.applyJob(imageSpec(), key);
  const copy = await isLeftAlone(key, key.name);
  expect(copy.status?.jobId).toBe(copy.metadata.uid);
  await rig.store.delete(adJobKind, key);
  await isGone(key);
  expect(await rig.archive.get(key.name)).toBeDefined();
});

test('a copy of a job of the API that only the archive knows is left alone', async () => {
  const key = await rig.createJob();
  const job = await ended(key);
  await rig.store.delete(adJobKind, key);
  await isGone(key);
  const name = '01939d2c-7a10-7cc3-9a5b-3d1f0c1e2a4b';
  await rig.archive.add({ ...archivedJobOf(job, new Date()), jobId: name, object: { name, uid: 'other' } });
  await rig.applyJob(imageSpec(), { namespace, name });
  await isLeftAlone({ namespace, name }, name);
});
