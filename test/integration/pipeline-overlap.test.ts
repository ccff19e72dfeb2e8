import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { reconcile } from '../../src/controllers/pipeline/reconcile.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { StageLauncher } from '../../src/launch/port.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { freshMemory } from '../support/pipeline/pipeline-memory.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';

let clock: FakeClock;
let rig: PipelineRig;
let key: ObjectKey;
beforeEach(async () => {
  clock = new FakeClock('2026-11-01T12:00:00Z');
  rig = await PipelineRig.open(clock);
  key = await rig.createJob();
});
afterEach(() => {
  rig.close();
});

async function now(): Promise<AdJob> {
  const job = await rig.job(key);
  if (job === undefined) throw new Error('the job was not found');
  return job;
}

/** Reconciles the job once, in a controller whose cache has the given version of the job. */
async function lookAt(job: AdJob, launcher: StageLauncher = rig.launcher): Promise<void> {
  const deps = { ...rig.deps, launcher };
  const memory = freshMemory(deps, () => job);
  memory.gate.observe(job);
  await reconcile(key, deps, memory);
}

async function look(): Promise<void> {
  await lookAt(await now());
}

const alive = (): string[] => rig.launcher.alive.map(({ stage, attempt }) => `${stage}-${attempt}`);

test('a controller with an old cache does not stop an attempt that another has launched since', async () => {
  await look();
  const [first] = rig.launcher.alive;
  if (first === undefined) throw new Error('no attempt was launched');
  rig.launcher.end(first, { exitCode: 1 });
  await look(); // the first attempt has failed, and the next one is due in a second
  const behind = await now();
  await clock.advance(2_000);
  await look();
  const [second] = rig.launcher.alive;
  if (second === undefined) throw new Error('no second attempt was launched');
  await rig.finish(second);
  await look();
  expect(alive()).toEqual(['concept-1']);
  await lookAt(behind);
  expect(alive()).toEqual(['concept-1']);
});

test('stopping a failed attempt does not stop the next attempt, which another controller has just launched', async () => {
  await look();
  const [first] = rig.launcher.alive;
  if (first === undefined) throw new Error('no attempt was launched');
  const seen = await rig.launcher.observe(first.owner);
  rig.launcher.end(first, { exitCode: 1 });
  await look();
  const job = await now();
  // as if another controller had launched it and not yet written the status
  await rig.launcher.launch({ ...first, attempt: 2 });
  const behind: StageLauncher = {
    launch: (attempt) => rig.launcher.launch(attempt),
    observe: () => Promise.resolve(seen),
    stop: (owner, only) => rig.launcher.stop(owner, only),
    mayRun: (uid) => rig.launcher.mayRun(uid),
    onChange: (listener) => rig.launcher.onChange(listener),
  };
  await lookAt(job, behind);
  expect(alive()).toEqual(['onboarding-2']);
});

test('a stage launched for a job that is deleted concurrently is stopped and its files are deleted', async () => {
  const behind = await now();
  await rig.store.patch(adJobKind, key, { metadata: { finalizers: [] } });
  await rig.store.delete(adJobKind, key);
  await lookAt(behind);
  expect(rig.launcher.started).toHaveLength(1);
  expect(alive()).toEqual([]);
  expect(await rig.artifacts.list(`jobs/${key.name}/`)).toEqual([]);
});

test('the files of a deleted job stay until a stage that another controller has just launched is stopped', async () => {
  await look();
  await rig.store.delete(adJobKind, key);
  const expected: unknown[] = [];
  const unseen: StageLauncher = {
    launch: (attempt) => rig.launcher.launch(attempt),
    observe: (owner, attempt) => {
      expected.push(attempt);
      return attempt === undefined ? Promise.resolve([]) : rig.launcher.observe(owner);
    },
    stop: (owner, only) => rig.launcher.stop(owner, only),
    mayRun: (uid) => rig.launcher.mayRun(uid),
    onChange: (listener) => rig.launcher.onChange(listener),
  };
  await lookAt(await now(), unseen);
  expect(expected).toEqual([{ stage: 'onboarding', attempt: 1 }]);
  expect(alive()).toEqual([]);
  expect((await now()).metadata.finalizers).toHaveLength(1);
});
