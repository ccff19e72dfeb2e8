import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { jobName } from '../../src/launch/kubernetes/job-name.ts';
import { jobKind, podKind } from '../../src/objects/workload-kinds.ts';
import type { AttemptOwner, StageAttempt } from '../../src/launch/port.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import type { SqliteStore } from '../../src/store/sqlite-store.ts';
import { Installation } from '../support/installation/installation.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { JobLab } from '../support/cluster/job-lab.ts';
import { LaggingStore } from '../support/faults/lagging-store.ts';
import { makePod, oomKilled } from '../support/cluster/stage-pod.ts';
import { until } from '../support/process/until.ts';

const namespace = 'here';
const startTime = '2026-11-01T12:00:00Z';
const running = {
  phase: 'Running',
  containerStatuses: [{ name: 'stage', state: { running: { startedAt: startTime } } }],
};
let store: SqliteStore;
let lagging: LaggingStore;
let labs: JobLab[];
let first: JobLab;
let owner: AttemptOwner;
let one: StageAttempt;

beforeEach(async () => {
  store = new Installation().store;
  lagging = new LaggingStore(store);
  labs = [];
  first = await start(store);
  owner = await first.owner('ad');
  one = first.attempt('image', owner, 1);
});
afterEach(() => {
  lagging.letThrough(jobKind, Infinity);
  lagging.letThrough(podKind, Infinity);
  for (const lab of labs) lab.stop();
  store.close();
});

async function start(of: ObjectStore, clock: Clock = systemClock): Promise<JobLab> {
  const lab = new JobLab(of, namespace, { clock });
  labs.push(lab);
  await lab.start();
  return lab;
}

const states = async (lab: JobLab) =>
  (await lab.launcher.observe(owner)).map(({ attempt, state }) => `${attempt} ${state}`);
const isEnded = (lab: JobLab) => async () => (await states(lab)).at(-1) === '1 ended';
const key = () => ({ namespace, name: jobName(one) });

async function finishJob(type: string, clock: Clock = systemClock): Promise<void> {
  const condition = { type, status: 'True', lastTransitionTime: clock.now().toISOString() };
  await store.patchStatus(jobKind, key(), { status: { conditions: [condition] } });
}

describe('watches that lag', () => {
  test('late pod events do not revert the known end of an attempt, so its finished Job is not deleted', async () => {
    const clock = new FakeClock(systemClock.now().toISOString());
    const late = await start(lagging, clock);
    lagging.letThrough(podKind, 0);
    await late.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: running });
    await store.patchStatus(podKind, pod, { status: oomKilled });
    await finishJob('Failed', clock);
    await until(async () => {
      await clock.advance(1_000);
      return isEnded(late)();
    });
    lagging.letThrough(podKind, 2);
    await until(() => lagging.heard(podKind) === 2);
    await late.launcher.stop(owner);
    expect(lagging.calls).toEqual(['create Job']);
    expect(await states(late)).toEqual([]);
  });

  test('a lagging Job watch does not hide the end of an attempt that another launcher created', async () => {
    const late = await start(lagging);
    lagging.letThrough(jobKind, 0);
    await first.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: oomKilled });
    await until(isEnded(first));
    await until(() => lagging.heard(podKind) === 2);
    lagging.letThrough(jobKind, Infinity);
    await until(async () => (await states(late)).length > 0);
    expect(await states(late)).toEqual(['1 ended']);
    await late.launcher.stop(owner);
    expect(lagging.calls).toEqual([]);
  });

  test('late Job events do not revert the known end of a Job', async () => {
    const late = await start(lagging);
    lagging.letThrough(jobKind, 0);
    await first.launcher.launch(one);
    await finishJob('Complete');
    await late.launcher.observe(owner, { stage: 'image', attempt: 1 });
    lagging.letThrough(jobKind, 1);
    await until(() => lagging.heard(jobKind) === 1);
    await late.launcher.stop(owner);
    expect(lagging.calls).toEqual(['get Job']);
  });

  test("a lagging Job watch does not relaunch or delete the launcher's own Job", async () => {
    const late = await start(lagging);
    lagging.letThrough(jobKind, 0);
    await late.launcher.launch(one);
    const pod = await makePod(store, key());
    await store.patchStatus(podKind, pod, { status: oomKilled });
    await until(() => lagging.heard(podKind) === 2);
    expect(await states(late)).toEqual(['1 waiting']);
    await late.launcher.launch(one);
    expect(lagging.calls).toEqual(['create Job']);
    lagging.letThrough(jobKind, Infinity);
    await until(isEnded(late));
  });
});

test('the age of each watch is reported separately', async () => {
  const clock = new FakeClock(systemClock.now().toISOString());
  const podless = aroundCalls<ObjectStore>(store, (name, run, [kind]) => {
    if (name === 'watch' && kind === podKind) throw new StoreError('Unavailable', 'The connection broke.');
    return run();
  });
  const { launcher } = await start(podless, clock);
  await clock.advance(5_000);
  await until(() => launcher.staleSeconds('Job') === 0);
  expect(launcher.staleSeconds('Pod')).toBe(5);
});

/** Returns a list to which the launcher's change events add the AdJob uids that have no attempt left that may run. */
function ends({ launcher }: JobLab): string[] {
  const told: string[] = [];
  launcher.onChange((_, uid) => {
    if (!launcher.mayRun(uid)) told.push(uid);
  });
  return told;
}

test('stopping a finished Job whose pod was never seen notifies listeners', async () => {
  const late = await start(lagging);
  await late.launcher.launch(one);
  await finishJob('Failed');
  await until(() => lagging.heard(jobKind) === 2);
  expect(late.launcher.mayRun(owner.uid)).toBe(true);
  const told = ends(late);
  await late.launcher.stop(owner);
  expect(told).toEqual([owner.uid]);
});

test('a stage on an unreachable node counts as ended 30 s after its pod should be gone', async () => {
  const clock = new FakeClock(systemClock.now().toISOString());
  const lab = await start(store, clock);
  await lab.launcher.launch(one);
  const pod = await makePod(store, key());
  await store.patch(podKind, pod, { metadata: { finalizers: ['test/kubelet'] } });
  await store.patchStatus(podKind, pod, { status: running });
  await until(async () => (await states(lab)).at(-1) === '1 running');
  await lab.launcher.stop(owner);
  await store.delete(podKind, pod);
  const told = ends(lab);
  await clock.advance(25_000);
  expect(told).toEqual([]);
  await until(async () => {
    await clock.advance(1_000);
    return told.length > 0;
  });
});
