import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ArtifactArchive } from '../../src/archive/artifact-archive.ts';
import type { RetentionConfig } from '../../src/controllers/retention/deps.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { archivedAnnotation, replayAnnotation } from '../../src/domain/labels.ts';
import { fencedArtifacts } from '../../src/runtime/fenced-artifacts.ts';
import type { AdJobStatus } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { buildArchivedJob, imageSpec } from '../support/pipeline/build-job.ts';
import { Fuse, Killed } from '../support/faults/fuse.ts';
import { RetentionRig } from '../support/ledger/retention-rig.ts';

const callbackUrl = 'https://client.example/hook';

let rig: RetentionRig;
beforeEach(async () => {
  rig = await RetentionRig.open();
});
afterEach(() => {
  rig.close();
});

async function reopen(config: Partial<RetentionConfig>): Promise<void> {
  rig.close();
  rig = await RetentionRig.open(config);
}

async function isGone(key: ObjectKey): Promise<boolean> {
  return (await rig.job(key)) === undefined;
}

describe('retention of finished jobs', () => {
  test('a finished job is archived with its response and files once its retention time is over', async () => {
    const key = await rig.finishedJob();
    const before = await rig.bytesOf(key);
    await rig.pass();
    await rig.clock.advance(86_400_000 - 1_000);
    await rig.pass();
    expect(await isGone(key)).toBe(false);
    await rig.clock.advance(1_000);
    await rig.pass();
    expect(await isGone(key)).toBe(true);
    expect(await rig.bytesOf(key)).toBe(before);
    expect(await rig.hasFiles(key)).toBe(true);
    expect(rig.logged).toMatchObject([{ level: 'info', jobs: 1, msg: 'archived finished jobs' }]);
  });

  test('ttlSecondsAfterFinished of a job overrides the retention time', async () => {
    const [soon, late] = [await rig.finishedJob({ ttlSecondsAfterFinished: 0 }), await rig.finishedJob()];
    await rig.pass();
    expect([await isGone(soon), await isGone(late)]).toEqual([true, false]);
  });

  test('a FAILED job is archived', async () => {
    const key = await rig.finishedJob({}, { phase: 'FAILED', response: null, error: 'It was cancelled. [cancelled]' });
    await rig.daysLater(1);
    await rig.pass();
    expect([await isGone(key), await rig.archive.get(key.name)]).toEqual([
      true,
      expect.objectContaining({ phase: 'FAILED' }),
    ]);
  });

  test('a running job is never archived', async () => {
    const key = await rig.runningJob();
    await rig.daysLater(100);
    await rig.pass();
    expect(await isGone(key)).toBe(false);
  });

  test('a finished job is not archived while its hold is open', async () => {
    const key = await rig.runningJob();
    await rig.end(key);
    await rig.daysLater(2);
    await rig.pass();
    expect([await isGone(key), await rig.archive.get(key.name)]).toEqual([false, undefined]);
    await rig.closeHold(key);
    await rig.pass();
    expect(await isGone(key)).toBe(true);
  });

  test.each<[AdJobStatus['delivery'], boolean]>([
    [undefined, false],
    [{ state: 'pending' }, false],
    [{ state: 'delivered' }, true],
    [{ state: 'gave_up' }, true],
    [{ state: 'gone' }, true],
    [{ state: 'abandoned' }, true],
  ])('a job with the callback delivery %j is archived only if the delivery is closed', async (delivery, want) => {
    const key = await rig.finishedJob({ callbackUrl }, { ...(delivery && { delivery }) });
    await rig.daysLater(2);
    await rig.pass();
    expect(await isGone(key)).toBe(want);
  });

  test('a job marked as archived is deleted even if its retention time was extended', async () => {
    const key = await rig.finishedJob();
    await rig.store.patch(adJobKind, key, { metadata: { annotations: { [archivedAnnotation]: 'true' } } });
    await rig.pass();
    expect([await isGone(key), (await rig.archive.get(key.name)) !== undefined]).toEqual([true, true]);
  });
});

describe('the cap on finished jobs', () => {
  test('the oldest closed jobs above the cap are archived early', async () => {
    await reopen({ finishedJobsMax: 3 });
    const held = await rig.runningJob();
    await rig.end(held);
    const waiting = await rig.finishedJob({ callbackUrl }, { delivery: { state: 'pending' } });
    const ages: ObjectKey[] = [];
    for (let count = 0; count < 4; count += 1) {
      await rig.clock.advance(1_000);
      ages.push(await rig.finishedJob());
    }
    await rig.pass();
    // Six finished jobs are three above the cap. The job `waiting` is skipped, because its callback is open. The job
    // `held` is one of the oldest three but stays, because its hold is open.
    expect(await Promise.all([held, waiting, ...ages].map(isGone))).toEqual([false, false, true, true, false, false]);
    await rig.closeHold(held);
    await rig.pass();
    expect(await Promise.all([held, waiting, ...ages].map(isGone))).toEqual([true, false, true, true, false, false]);
  });

  test('a job with a replay that is not handled yet is not archived above the cap', async () => {
    await reopen({ finishedJobsMax: 0 });
    const key = await rig.finishedJob({ callbackUrl }, { delivery: { state: 'delivered' } });
    await rig.store.patch(adJobKind, key, { metadata: { annotations: { [replayAnnotation]: 'again' } } });
    await rig.pass();
    expect(await isGone(key)).toBe(false);
    await rig.store.patchStatus(adJobKind, key, { status: { delivery: { state: 'pending', replayRequest: 'again' } } });
    await rig.pass();
    expect([await isGone(key), (await rig.archive.get(key.name))?.delivery?.state]).toEqual([true, 'pending']);
  });

  test('the jobs above the cap include those whose retention time is over', async () => {
    await reopen({ finishedJobsMax: 2 });
    const kept = [await rig.finishedJob(), await rig.finishedJob()];
    const due = await rig.finishedJob({ ttlSecondsAfterFinished: 0 });
    await rig.pass();
    expect(await Promise.all([...kept, due].map(isGone))).toEqual([false, false, true]);
  });

  test('the cap on finished jobs applies to more jobs than fit on a page of a list', async () => {
    await reopen({ finishedJobsMax: 255 });
    const spec = imageSpec();
    for (let count = 0; count < 260; count += 1) {
      const key = { namespace: 'default', name: `job-${count}` };
      await rig.store.create(adJobKind, { metadata: key, spec });
      await rig.store.patchStatus(adJobKind, key, { status: { phase: 'SUCCESS' } });
    }
    await rig.pass();
    expect(await rig.jobs()).toHaveLength(255);
  });
});

describe('failures of single jobs', () => {
  test('a job that cannot be archived does not stop the others', async () => {
    const keys = [await rig.finishedJob(), await rig.finishedJob(), await rig.finishedJob()];
    await rig.artifacts.put(`archive/${keys[0]?.name ?? ''}.json`, Buffer.from('garbage'));
    await rig.daysLater(1);
    await rig.pass();
    expect(await Promise.all(keys.map(isGone))).toEqual([false, true, true]);
  });

  test('a job that cannot be archived is logged once and retried with back-off', async () => {
    const key = await rig.finishedJob();
    const file = `archive/${key.name}.json`;
    await rig.artifacts.put(file, Buffer.from('garbage'));
    await rig.daysLater(1);
    const get = rig.archive.get.bind(rig.archive);
    let asked = 0;
    rig.archive.get = (jobId) => {
      asked += 1;
      return get(jobId);
    };
    for (let minute = 0; minute < 60; minute += 1) {
      await rig.pass();
      await rig.clock.advance(60_000);
    }
    expect([asked, rig.logged.length, await isGone(key)]).toEqual([5, 1, false]);
    await rig.artifacts.deleteFile(file);
    await rig.clock.advance(3_600_000);
    await rig.pass();
    expect(await isGone(key)).toBe(true);
  });

  test('the first ten failures of a pass are logged and the rest are counted', async () => {
    for (let count = 0; count < 12; count += 1) {
      const { name } = await rig.finishedJob();
      await rig.artifacts.put(`archive/${name}.json`, Buffer.from('garbage'));
    }
    await rig.daysLater(1);
    await rig.pass();
    expect(rig.logged).toHaveLength(11);
    expect(rig.logged.at(-1)).toMatchObject({
      jobs: 2,
      msg: 'failed to archive or erase further jobs; only the first 10 are logged',
    });
  });

  test('retention never overwrites the archive record of another job', async () => {
    const key = await rig.finishedJob();
    const other = buildArchivedJob({ jobId: key.name, object: { name: 'other', uid: 'other' } });
    await rig.archive.put(other);
    await rig.daysLater(1);
    await rig.pass();
    expect([await isGone(key), await rig.archive.get(key.name)]).toEqual([false, other]);
  });
});

/** Runs a pass of retention. `meanwhile` runs after retention has listed the jobs and before it processes the first. */
async function passWith(meanwhile: () => Promise<unknown>): Promise<void> {
  const listHolds: typeof rig.deps.holds.listHolds = async (page) => {
    await meanwhile();
    return rig.ledger.audit.listHolds(page);
  };
  await rig.pass({ ...rig.deps, holds: { listHolds } });
}

test('a job whose callback is reopened after the listing is not archived', async () => {
  const key = await rig.finishedJob({ callbackUrl }, { delivery: { state: 'gave_up' } });
  await rig.daysLater(1);
  await passWith(() => rig.store.patchStatus(adJobKind, key, { status: { delivery: { state: 'pending' } } }));
  expect([await isGone(key), await rig.archive.get(key.name)]).toEqual([false, undefined]);
});

describe('jobs deleted by hand', () => {
  test('a job deleted by hand before it is marked leaves no archive record', async () => {
    const key = await rig.finishedJob();
    await rig.daysLater(1);
    const archive = aroundCalls(rig.archive, (name, run) => (name === 'add' ? addThenDelete(run) : run()));
    const addThenDelete = async (add: () => unknown): Promise<unknown> => {
      const added = await add();
      await rig.store.delete(adJobKind, key);
      return added;
    };
    await rig.pass({ ...rig.deps, archive });
    expect([await isGone(key), await rig.archive.get(key.name), await rig.hasFiles(key)]).toEqual([
      true,
      undefined,
      false,
    ]);
  });

  test('a job deleted by hand after the listing leaves no archive record', async () => {
    const key = await rig.finishedJob();
    await rig.daysLater(1);
    await passWith(async () => {
      await rig.store.delete(adJobKind, key);
      await rig.finishDeletions();
    });
    expect([await isGone(key), await rig.archive.get(key.name)]).toEqual([true, undefined]);
  });
});

test('a process that has lost the lead keeps the record of a job that the next leader has archived', async () => {
  const key = await rig.finishedJob();
  // as for a job that never ran, which has no files
  await rig.artifacts.deleteTree(`jobs/${key.name}/`);
  await rig.daysLater(1);
  let isLeading = true;
  const artifacts = fencedArtifacts(rig.artifacts, { holds: () => isLeading });
  const store = aroundCalls(rig.deps.store, (name, run) => (name === 'patch' ? archiveThen(run) : run()));
  const archiveThen = async (mark: () => unknown): Promise<unknown> => {
    isLeading = false;
    await rig.pass();
    return mark();
  };
  await rig.pass({ ...rig.deps, store, artifacts, archive: new ArtifactArchive(artifacts) }).catch(() => undefined);
  expect([await isGone(key), (await rig.archive.get(key.name))?.jobId]).toEqual([true, key.name]);
});

test('a job that cannot be written to the archive is not changed', async () => {
  const keys = [await rig.finishedJob(), await rig.finishedJob()];
  const before = await Promise.all(keys.map((key) => rig.job(key)));
  await rig.daysLater(1);
  rig.archive.add = () => Promise.reject(new Error('The bucket is full.'));
  await rig.pass();
  expect(await Promise.all(keys.map((key) => rig.job(key)))).toEqual(before);
  expect(await Promise.all(keys.map((key) => rig.hasFiles(key)))).toEqual([true, true]);
});

test('a retention pass killed after any call is completed by the next pass', async () => {
  const kill = async (lastCall?: number): Promise<{ key: ObjectKey; before: string | undefined; calls: number }> => {
    const key = await rig.finishedJob({ ttlSecondsAfterFinished: 0 });
    const before = await rig.bytesOf(key);
    const fuse = new Fuse(lastCall);
    const { store, holds, archive, artifacts } = rig.deps;
    const parts = { store: fuse.wrap(store), holds: fuse.wrap(holds), archive: fuse.wrap(archive) };
    await rig.pass({ ...rig.deps, ...parts, artifacts: fuse.wrap(artifacts) }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    return { key, before, calls: fuse.calls };
  };
  const { calls } = await kill();
  expect(calls).toBeGreaterThanOrEqual(7);
  for (let call = 1; call <= calls; call += 1) {
    const { key, before } = await kill(call);
    expect([call, await rig.bytesOf(key)]).toEqual([call, before]);
    await rig.pass();
    await rig.pass();
    expect([call, await isGone(key), await rig.bytesOf(key), await rig.hasFiles(key)]).toEqual([
      call,
      true,
      before,
      true,
    ]);
  }
});
