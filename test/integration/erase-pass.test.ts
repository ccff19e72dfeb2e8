import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { buildArchivedJob } from '../support/pipeline/build-job.ts';
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

describe('archived jobs', () => {
  test('an archived job is erased after its time, files first', async () => {
    const key = await rig.finishedJob({ ttlSecondsAfterFinished: 0 });
    await rig.pass();
    await rig.daysLater(29);
    await rig.pass();
    expect([await rig.hasFiles(key), (await rig.archive.get(key.name)) !== undefined]).toEqual([true, true]);
    await rig.daysLater(2);
    const fuse = new Fuse(6);
    const dying = { ...rig.deps, artifacts: fuse.wrap(rig.artifacts), archive: fuse.wrap(rig.archive) };
    await rig.pass(dying);
    expect([await rig.hasFiles(key), (await rig.archive.get(key.name)) !== undefined]).toEqual([false, true]);
    await rig.pass();
    expect([await rig.hasFiles(key), await rig.archive.get(key.name)]).toEqual([false, undefined]);
  });

  test('an archive record with an open delivery is never erased', async () => {
    const [open, closed] = [buildArchivedJob({ jobId: 'open' }), buildArchivedJob({ jobId: 'closed' })];
    await rig.archive.put({ ...open, callbackUrl, delivery: { state: 'pending' } });
    await rig.archive.openDelivery({ ...open, callbackUrl });
    await rig.archive.put({ ...closed, callbackUrl, delivery: { state: 'delivered' } });
    await rig.daysLater(100);
    await rig.pass();
    expect(await rig.archive.get('open')).toBeDefined();
    expect(await rig.archive.get('closed')).toBeUndefined();
  });

  test('an archive record whose open delivery is missing is erased', async () => {
    await rig.archive.put(buildArchivedJob({ jobId: 'lost', callbackUrl, delivery: { state: 'pending' } }));
    await rig.daysLater(31);
    await rig.pass();
    expect(await rig.archive.get('lost')).toBeUndefined();
  });

  test('an archive record with an unreadable final delivery is erased', async () => {
    await rig.archive.put(buildArchivedJob({ jobId: 'damaged', callbackUrl }));
    await rig.artifacts.put('archive/damaged.delivery.json', Buffer.from('garbage'));
    await rig.daysLater(31);
    await rig.pass();
    expect(await rig.artifacts.list('archive/')).toEqual([]);
  });

  test('a final delivery without a record is deleted after the time of an archive record', async () => {
    const key = await rig.finishedJob({ ttlSecondsAfterFinished: 100 * 86_400 });
    const file = `archive/${key.name}.delivery.json`;
    await rig.artifacts.put(file, Buffer.from('{"state":"delivered"}'));
    await rig.daysLater(29);
    await rig.pass();
    expect(await rig.artifacts.list('archive/')).toMatchObject([{ key: file }]);
    await rig.daysLater(2);
    await rig.pass();
    expect([await rig.artifacts.list('archive/'), await rig.hasFiles(key)]).toEqual([[], true]);
  });

  test('the record of a request that was run is deleted after the time of an archive record', async () => {
    await rig.archive.putRun('hash', 'job-1');
    await rig.daysLater(29);
    await rig.pass();
    expect(await rig.archive.run('hash')).toBe('job-1');
    await rig.daysLater(2);
    await rig.pass();
    expect(await rig.archive.run('hash')).toBeUndefined();
  });

  test('unfinished archive files of a killed process are deleted after an hour', async () => {
    const calls: unknown[][] = [];
    const artifacts = aroundCalls(rig.artifacts, (name, run, args) => {
      if (name === 'deleteUnfinished') calls.push(args);
      return run();
    });
    await rig.pass({ ...rig.deps, artifacts });
    const anHourAgo = new Date('2026-11-01T11:00:00Z');
    expect(calls).toEqual([
      ['archive/', anHourAgo],
      ['callbacks/', anHourAgo],
      ['runs/', anHourAgo],
    ]);
  });

  test('an archive record whose AdJob still exists keeps its files', async () => {
    const key = await rig.finishedJob({ ttlSecondsAfterFinished: 100 * 86_400 });
    const job = await rig.job(key);
    const object = { name: key.name, uid: job?.metadata.uid ?? '' };
    await rig.archive.put(buildArchivedJob({ jobId: key.name, object }));
    await rig.daysLater(40);
    await rig.pass();
    expect([await rig.hasFiles(key), (await rig.archive.get(key.name)) !== undefined]).toEqual([true, true]);
  });

  test('an unreadable archive record stays and does not stop the others', async () => {
    await rig.artifacts.put('archive/bad.json', Buffer.from('garbage'));
    await rig.archive.put(buildArchivedJob({ jobId: 'good' }));
    await rig.daysLater(31);
    await rig.pass();
    expect(await rig.artifacts.stat('archive/bad.json')).toBeDefined();
    expect(await rig.archive.get('good')).toBeUndefined();
    expect(rig.logged.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'failed to archive or erase job; retrying with backoff'],
      ['info', 'erased expired archive records and their artifacts'],
    ]);
  });
});

test('an erasure killed after any call is completed by the next pass', async () => {
  const kill = async (lastCall?: number): Promise<{ key: ObjectKey; names: string[] }> => {
    const key = await rig.finishedJob({ ttlSecondsAfterFinished: 0 });
    await rig.pass();
    await rig.daysLater(31);
    const fuse = new Fuse(lastCall);
    const { store, archive, artifacts } = rig.deps;
    const parts = { store: fuse.wrap(store, 'store'), archive: fuse.wrap(archive, 'archive') };
    const deps = { ...rig.deps, ...parts, artifacts: fuse.wrap(artifacts, 'artifacts') };
    await rig.pass(deps).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    return { key, names: fuse.names };
  };
  const { names } = await kill();
  expect(names.slice(-2)).toEqual(['artifacts.deleteTree', 'archive.delete']);
  for (const [at, name] of names.entries()) {
    const { key } = await kill(at + 1);
    const [isThere, hasFiles] = [(await rig.archive.get(key.name)) !== undefined, await rig.hasFiles(key)];
    expect([name, hasFiles && !isThere]).toEqual([name, false]);
    await rig.pass();
    expect([name, await rig.archive.get(key.name), await rig.hasFiles(key)]).toEqual([name, undefined, false]);
  }
});
