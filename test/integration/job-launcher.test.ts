import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import { stageJob } from '../../src/launch/kubernetes/job-spec.ts';
import { jobKind, podKind } from '../../src/objects/workload-kinds.ts';
import type { AttemptOwner, StageAttempt } from '../../src/launch/port.ts';
import { parseStagePods } from '../../src/launch/kubernetes/stage-pods.ts';
import type { ObjectStore, WatchEvent, WatchOptions } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ResourceKind } from '../../src/objects/resource-kind.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { JobLab } from '../support/cluster/job-lab.ts';
import { SimulatedCluster } from '../support/cluster/simulated-cluster.ts';
import { SpiedStore } from '../support/faults/spied-store.ts';
import { makePod, oomKilled } from '../support/cluster/stage-pod.ts';
import { until } from '../support/process/until.ts';

const namespace = 'here';
const installation = {
  pods: parseStagePods('image: x'),
  storage: { access: 'presigned-urls' },
  settings: {},
  entry: [],
  startSeconds: 60,
} as const;
let home: Installation;
let store: SqliteStore;
let spied: SpiedStore;
let closing: (() => unknown)[];
let lab: JobLab;
let owner: AttemptOwner;
let one: StageAttempt;

beforeEach(async () => {
  home = new Installation();
  store = home.store;
  spied = new SpiedStore(store);
  closing = [];
  lab = await start();
  owner = await lab.owner('ad');
  one = lab.attempt('image', owner, 1);
  spied.calls.length = 0;
});
afterEach(async () => {
  for (const close of closing) await close();
  home.close();
});

async function start(
  clock: Clock = systemClock,
  options: ConstructorParameters<typeof JobLab>[2] = {},
  of: ObjectStore = spied,
): Promise<JobLab> {
  const started = new JobLab(of, namespace, { clock, ...options });
  closing.push(() => {
    started.stop();
  });
  await started.start();
  return started;
}

async function simulate(): Promise<SimulatedCluster> {
  const cluster = new SimulatedCluster(store);
  closing.push(() => cluster.stop());
  await cluster.start();
  return cluster;
}

const jobs = async () => (await store.list(jobKind)).items;
const states = async (of = lab) =>
  (await of.launcher.observe(owner)).map(({ attempt, state }) => `${attempt} ${state}`);
const isState = (want: string) => async () => (await states()).at(-1) === want;
const key = () => ({ namespace, name: jobName(one) });

/** A store whose pod watch delivers no events. */
class BlindStore extends SpiedStore {
  override watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return super.watch(kind, kind.kind === 'Pod' ? { ...options, labelSelector: 'no=such' } : options);
  }
}

/** A store whose watches deliver no events. */
class WatchlessStore extends SpiedStore {
  override watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return super.watch(kind, { ...options, labelSelector: 'no=such' });
  }
}

describe('calls to the API server', () => {
  test('an attempt without faults costs one create of a Job', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 0 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    expect(await states()).toEqual([]);
    expect(spied.calls).toEqual(['create Job']);
  });

  test('a running attempt that is stopped several times costs one delete of its Job', async () => {
    await simulate();
    await lab.launcher.launch(one);
    await until(isState('1 running'));
    await Promise.all([lab.launcher.stop(owner), lab.launcher.stop(owner)]);
    await lab.launcher.stop(owner);
    await until(async () => (await states()).length === 0);
    expect(spied.calls).toEqual(['create Job', 'delete Job']);
    expect(await jobs()).toEqual([]);
  });
});

describe('a failed deletion', () => {
  test('JobLauncher.stop rejects if the deletion fails, and a second stop deletes the Job', async () => {
    await simulate();
    await lab.launcher.launch(one);
    await until(isState('1 running'));
    const unavailable = new StoreError('Unavailable', 'The connection broke.');
    spied.failNext('delete', unavailable, 'before');
    await expect(lab.launcher.stop(owner)).rejects.toBe(unavailable);
    await lab.launcher.stop(owner);
    await until(async () => (await states()).length === 0);
  });
});

describe('an attempt that was stopped after its end', () => {
  test('an ended attempt that was stopped causes no further change, and its Job stays for its logs', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 1 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    await store.patch(jobKind, key(), { metadata: { annotations: { 'a.b/c': 'd' } } });
    await lab.launcher.launch(lab.attempt('image', owner, 2));
    await until(isState('2 running'));
    expect(await states()).toEqual(['2 running']);
    expect(told).toHaveLength(1);
    expect(await jobs()).toHaveLength(2);
  });

  test('an ended attempt that was stopped can be observed again after a launch, without a second run', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    lab = await start(clock);
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 1 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    await lab.launcher.launch(one);
    expect(await states()).toEqual(['1 ended']);
    expect(await jobs()).toHaveLength(1);
    const asked = spied.calls.length;
    await clock.advance(60_000);
    expect(spied.calls).toHaveLength(asked);
  });
});

describe('a Job creation with an unknown outcome', () => {
  const unavailable = new StoreError('Unavailable', 'The connection broke.');

  test.each(['before', 'after'] as const)(
    'an unconfirmed Job (lost %s its creation) is observed, and a second launch creates it once',
    async (when) => {
      await simulate();
      spied.failNext('create', unavailable, when);
      await expect(lab.launcher.launch(one)).rejects.toBe(unavailable);
      expect(await lab.launcher.observe(owner)).toHaveLength(1);
      await lab.launcher.launch(one);
      await until(isState('1 running'));
      expect(await jobs()).toHaveLength(1);
    },
  );

  test('an unconfirmed Job that was never created is gone after a stop', async () => {
    spied.failNext('create', unavailable, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(unavailable);
    await lab.launcher.stop(owner);
    expect(await states()).toEqual([]);
  });

  test('an unconfirmed Job is read after 30 s and dropped if it does not exist', async () => {
    const clock = new FakeClock();
    lab = await start(clock);
    spied.failNext('create', unavailable, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(unavailable);
    await clock.advance(29_000);
    expect(await states()).toEqual(['1 waiting']);
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    await clock.advance(1_000);
    await until(() => told.length > 0);
    expect(await states()).toEqual([]);
  });
});

describe('a refused launch', () => {
  test('a refused launch leaves no attempt', async () => {
    const invalid = new StoreError('Invalid', 'No.');
    spied.failNext('create', invalid, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(invalid);
    expect(await states()).toEqual([]);
  });

  test('a refused launch notifies no listener, because a notified caller would retry without back-off', async () => {
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    const overQuota = new StoreError('Forbidden', 'jobs.batch "ad" is forbidden: exceeded quota: few');
    spied.failNext('create', overQuota, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(overQuota);
    expect(told).toEqual([]);
    await lab.launcher.launch(one);
    await until(isState('1 waiting'));
  });

  test('an attempt may run with the pod settings of another stage', () => {
    const pods = parseStagePods('image: x\nstages: {video: {image: film}}');
    const attempt = { ...lab.attempt('redraw', owner, 1), settingsOf: 'video' };
    const { metadata, spec } = stageJob(attempt, { ...installation, pods }, { now: new Date(), inputs: [] });
    expect(spec).toMatchObject({ template: { spec: { containers: [{ image: 'film' }] } } });
    expect(metadata.labels).toMatchObject({ 'adwright.dev/stage': 'redraw' });
  });

  test('a launch fails if a Job of another owner has the name, and leaves that Job alone', async () => {
    const stranger = await lab.owner('other');
    const { metadata, spec } = stageJob(lab.attempt('image', stranger, 1), installation, {
      now: new Date(),
      inputs: [],
    });
    await store.create(jobKind, { metadata: { ...metadata, ...key() }, spec });
    await expect(lab.launcher.launch(one)).rejects.toThrow('is taken by another Job');
    await lab.launcher.stop(owner);
    expect(await states()).toEqual([]);
    expect(await jobs()).toHaveLength(1);
  });
});

describe('a second launcher', () => {
  test('a second launcher observes the same attempts and launches none again', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 64, message: 'No.' });
    await until(isState('1 ended'));
    const [before] = await lab.launcher.observe(owner);
    const later = await start();
    expect(await later.launcher.observe(owner)).toEqual([before]);
    await later.launcher.launch(one);
    expect(await jobs()).toHaveLength(1);
  });
});

describe('an attempt that has not started', () => {
  test('the Job of an expired attempt is deleted when the next attempt is launched', async () => {
    await lab.launcher.launch({ ...one, accessSeconds: 0 });
    await until(isState('1 ended'));
    await lab.launcher.launch(lab.attempt('image', owner, 2));
    await until(async () => (await jobs()).length === 1);
    await until(isState('2 waiting'));
    expect({ jobs: (await jobs()).map(({ metadata }) => metadata.name) }).toEqual({
      jobs: [jobName({ ...one, attempt: 2 })],
    });
  });

  test('listeners are notified when the access of a waiting attempt expires', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    lab = await start(clock);
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    await lab.launcher.launch({ ...one, accessSeconds: 60 });
    await until(async () => (await jobs()).length === 1);
    await clock.advance(59_000);
    expect(await lab.launcher.observe(owner)).toMatchObject([{ state: 'waiting' }]);
    told.length = 0;
    await clock.advance(2_000);
    await until(() => told.length > 0);
    expect(await lab.launcher.observe(owner)).toMatchObject([{ state: 'ended', reason: 'access-expired' }]);
  });
});

describe('an attempt that has ended', () => {
  test('an ended attempt stays ended if its pod is deleted before its Job reports the end', async () => {
    await lab.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: { phase: 'Failed', reason: 'Evicted' } });
    await until(isState('1 ended'));
    await store.delete(podKind, pod);
    await store.patch(jobKind, key(), { metadata: { annotations: { 'a.b/c': 'd' } } });
    await lab.launcher.launch(lab.attempt('image', owner, 2));
    await until(async () => (await states()).length === 2);
    expect(await lab.launcher.observe(owner)).toMatchObject([{ state: 'ended', reason: 'disrupted' }, {}]);
  });
});

describe('a Job that Kueue has suspended again', () => {
  test('a suspended Job is deleted with its ended attempt, because Kueue could admit it again', async () => {
    await lab.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: { phase: 'Failed', reason: 'Evicted' } });
    await store.patch(jobKind, key(), { spec: { suspend: true } });
    await until(isState('1 ended'));
    await until(async () => {
      await lab.launcher.stop(owner);
      return (await jobs()).length === 0;
    });
    expect({ jobs: await jobs() }).toEqual({ jobs: [] });
  });
});

describe('an orphaned Job', () => {
  test('a Job without its owner reference is no longer observed', async () => {
    await lab.launcher.launch({ ...one, accessSeconds: 0 });
    await until(isState('1 ended'));
    await store.patch(jobKind, key(), { metadata: { ownerReferences: [] } });
    await until(async () => (await states()).length === 0);
    expect(await jobs()).toHaveLength(1);
  });
});

describe('a finished Job without a pod in the watch', () => {
  test('a finished Job without a known pod is reported only after the pod was read', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    const blind = new BlindStore(store);
    lab = await start(clock, {}, blind);
    await lab.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: oomKilled });
    const failed = { type: 'Failed', status: 'True', lastTransitionTime: clock.now().toISOString() };
    await store.patchStatus(jobKind, key(), { status: { conditions: [failed] } });
    await until(async () => {
      await clock.advance(1_000);
      return isState('1 ended')();
    });
    expect(await lab.launcher.observe(owner)).toMatchObject([{ reason: 'out-of-memory' }]);
  });
});

describe('an expected attempt', () => {
  const expected = { stage: 'image', attempt: 1 };

  test('JobLauncher.observe with an expected attempt finds a Job that another launcher created', async () => {
    const blind = await start(systemClock, {}, new WatchlessStore(store));
    await lab.launcher.launch(one);
    expect(await blind.launcher.observe(owner)).toEqual([]);
    expect(await blind.launcher.observe(owner, expected)).toMatchObject([{ state: 'waiting' }]);
  });

  test('JobLauncher.observe with an expected attempt ignores one that was stopped after its end', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 1 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    expect(await lab.launcher.observe(owner, expected)).toEqual([]);
  });
});

describe('files on a volume', () => {
  test('a stage Job mounts existing inputs on the volume and omits missing ones', async () => {
    const root = join(home.path, 'files');
    mkdirSync(join(root, 'jobs/image-1'), { recursive: true });
    writeFileSync(join(root, 'jobs/request.json'), '{}');
    lab = await start(systemClock, { storage: { access: 'mounts', claimName: 'files', path: root } });
    const access = (file: string) => ({ kind: 'file', path: join(root, 'jobs', file) }) as const;
    const inputs = { request: access('request.json'), 'concept/concept.json': access('concept-1/concept.json') };
    await lab.launcher.launch({ ...one, input: { ...one.input, inputs, result: access('image-1/result.json') } });
    const [job] = await jobs();
    expect(JSON.stringify(job?.spec).match(/"subPath":"[^"]*"/g)).toEqual([
      '"subPath":"jobs/image-1"',
      '"subPath":"jobs/request.json"',
    ]);
  });
});

describe('a release with another stage image', () => {
  test('replaces a pod that cannot pull its image, and deletes its Job', async () => {
    await lab.launcher.launch(one);
    const key = await makePod(store, { namespace, name: jobName(one) });
    const condition = { type: 'PodScheduled', status: 'True', lastTransitionTime: new Date().toISOString() };
    const state = { waiting: { reason: 'ErrImagePull', message: 'not found' } };
    await store.patchStatus(podKind, key, {
      status: { conditions: [condition], containerStatuses: [{ name: 'stage', state }] },
    });
    await until(async () => (await lab.launcher.observe(owner)).some((seen) => 'wait' in seen));
    lab.stop();

    const next = await start(systemClock, { stagePods: parseStagePods('image: registry.test/adwright-stage:0.1.1') });
    const seen = await next.launcher.observe(owner);
    expect(seen).toMatchObject([{ attempt: 1, reason: 'settings-changed', detail: 'ErrImagePull: not found' }]);
    await next.launcher.launch(next.attempt('image', owner, 2));
    expect((await jobs()).map(({ metadata }) => metadata.name)).toEqual([jobName({ ...one, attempt: 2 })]);
  });
});
