import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import { stageJob } from '../../src/launch/kubernetes/job-spec.ts';
import { jobKind, podKind } from '../../src/launch/kubernetes/kinds.ts';
import type { AttemptOwner, StageAttempt } from '../../src/launch/port.ts';
import { parseStagePods } from '../../src/launch/kubernetes/stage-pods.ts';
import {
  StoreError,
  type ObjectStore,
  type ResourceKind,
  type WatchEvent,
  type WatchOptions,
} from '../../src/store/port.ts';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { JobLab } from '../support/job-lab.ts';
import { SimulatedCluster } from '../support/simulated-cluster.ts';
import { SpiedStore } from '../support/spied-store.ts';
import { makePod, oomKilled } from '../support/stage-pod.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const namespace = 'here';
const installation = {
  pods: parseStagePods('image: x'),
  storage: { kind: 's3' },
  settings: {},
  entry: [],
  startSeconds: 60,
} as const;
let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
let spied: SpiedStore;
let closing: (() => unknown)[];
let lab: JobLab;
let owner: AttemptOwner;
let one: StageAttempt;

beforeEach(async () => {
  folder = temporaryFolder();
  store = openSqliteStore({ file: join(folder.path, 'store.db'), clock: systemClock });
  spied = new SpiedStore(store);
  closing = [];
  lab = await start();
  owner = await lab.owner('ad');
  one = lab.attempt('image', owner, 1);
  spied.calls.length = 0;
});
afterEach(async () => {
  for (const close of closing) await close();
  store.close();
  folder.remove();
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

/** Its watch of pods is cut, and does not know it. */
class BlindStore extends SpiedStore {
  override watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return super.watch(kind, kind.kind === 'Pod' ? { ...options, labelSelector: 'no=such' } : options);
  }
}

/** Neither of its watches shows anything. */
class WatchlessStore extends SpiedStore {
  override watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return super.watch(kind, { ...options, labelSelector: 'no=such' });
  }
}

describe('what is asked of the API server', () => {
  test('is one Job for an attempt, from launch to stop, when nothing goes wrong', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 0 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    expect(await states()).toEqual([]);
    expect(spied.calls).toEqual(['create Job']);
  });

  test('is one deletion for an attempt that runs, however often it is stopped', async () => {
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

describe('a deletion that fails', () => {
  test('is told, and made when it is asked for again', async () => {
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

describe('an attempt that was stopped when it was over', () => {
  test('is not heard of again, and its Job stays for those who read logs', async () => {
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

  test('is known again once it is launched again, and does not run again', async () => {
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

describe('a Job of which it is not known whether it was made', () => {
  const unavailable = new StoreError('Unavailable', 'The connection broke.');

  test.each(['before', 'after'] as const)(
    'is listed, and made once by launching it again (lost %s it was made)',
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

  test('is gone once it is stopped, if it was never made', async () => {
    spied.failNext('create', unavailable, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(unavailable);
    await lab.launcher.stop(owner);
    expect(await states()).toEqual([]);
  });

  test('is asked for after a while, and given up where it is not there', async () => {
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

describe('a launch that is refused', () => {
  test('leaves nothing behind', async () => {
    const invalid = new StoreError('Invalid', 'No.');
    spied.failNext('create', invalid, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(invalid);
    expect(await states()).toEqual([]);
  });

  test('tells only who launches: whoever is told looks again at once, and would not wait before the next try', async () => {
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    const overQuota = new StoreError('Forbidden', 'jobs.batch "ad" is forbidden: exceeded quota: few');
    spied.failNext('create', overQuota, 'before');
    await expect(lab.launcher.launch(one)).rejects.toBe(overQuota);
    expect(told).toEqual([]);
    await lab.launcher.launch(one);
    await until(isState('1 waiting'));
  });

  test('because a stranger has the name says so, and leaves the stranger alone', async () => {
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

describe('a launcher that comes later', () => {
  test('sees the same attempts, and launches none of them again', async () => {
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
  test('is taken away when the next one is launched, once it was given up', async () => {
    await lab.launcher.launch({ ...one, accessSeconds: 0 });
    await until(isState('1 ended'));
    await lab.launcher.launch(lab.attempt('image', owner, 2));
    await until(async () => (await jobs()).length === 1);
    await until(isState('2 waiting'));
  });

  test('is told of when its time is over, though nothing happens', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    lab = await start(clock);
    const told: unknown[] = [];
    lab.launcher.onChange((who) => void told.push(who));
    await lab.launcher.launch({ ...one, accessSeconds: 60 });
    await until(async () => (await jobs()).length === 1);
    await clock.advance(59_000);
    expect(told).toEqual([]);
    await clock.advance(2_000);
    await until(() => told.length > 0);
    expect(await lab.launcher.observe(owner)).toMatchObject([{ state: 'ended', reason: 'access-expired' }]);
  });
});

describe('an attempt that has ended', () => {
  test('stays ended when its pod is gone before its Job has said so', async () => {
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
  test('is taken away with the attempt, though its pod has ended: it could be admitted once more', async () => {
    await lab.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: { phase: 'Failed', reason: 'Evicted' } });
    await store.patch(jobKind, key(), { spec: { suspend: true } });
    await until(isState('1 ended'));
    await until(async () => {
      await lab.launcher.stop(owner);
      return (await jobs()).length === 0;
    });
  });
});

describe('a Job that is made an orphan', () => {
  test('is lost like one that is deleted', async () => {
    await lab.launcher.launch({ ...one, accessSeconds: 0 });
    await until(isState('1 ended'));
    await store.patch(jobKind, key(), { metadata: { ownerReferences: [] } });
    await until(async () => (await states()).length === 0);
    expect(await jobs()).toHaveLength(1);
  });
});

describe('a Job that has finished while no watch shows its pod', () => {
  test('is not believed before the pod was asked for', async () => {
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

describe('an attempt that is expected', () => {
  const expected = { stage: 'image', attempt: 1 };

  test('is looked for where another launcher has launched it', async () => {
    const blind = await start(systemClock, {}, new WatchlessStore(store));
    await lab.launcher.launch(one);
    expect(await blind.launcher.observe(owner)).toEqual([]);
    expect(await blind.launcher.observe(owner, expected)).toMatchObject([{ state: 'waiting' }]);
  });

  test('is not looked for once it was stopped when it was over', async () => {
    const cluster = await simulate();
    await lab.launcher.launch(one);
    cluster.end(jobName(one), { exitCode: 1 });
    await until(isState('1 ended'));
    await lab.launcher.stop(owner);
    expect(await lab.launcher.observe(owner, expected)).toEqual([]);
  });
});

describe('files on a volume', () => {
  test('are mounted where they are there, and left out where they are not', async () => {
    const root = join(folder.path, 'files');
    mkdirSync(join(root, 'jobs/image-1'), { recursive: true });
    writeFileSync(join(root, 'jobs/request.json'), '{}');
    lab = await start(systemClock, { storage: { kind: 'volume', claimName: 'files', path: root } });
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
