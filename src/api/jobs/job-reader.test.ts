import { describe, expect, test } from '@jest/globals';
import { v4, v7 } from 'uuid';
import type { AdJob } from '../../schema/adjob.ts';
import { StoreError } from '../../store/port.ts';
import { buildJob } from '../../../test/support/build-job.ts';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { MemoryArchive } from '../../../test/support/memory-archive.ts';
import { LedgerError } from '../../ledger/port.ts';
import { JobIndex } from './job-index.ts';
import { JobReader, type JobSources } from './job-reader.ts';
import { ResponseCache } from './response-cache.ts';
import { createSlimmer } from './slim-job.ts';

const clock = new FakeClock('2026-11-01T12:00:00Z');
const slim = createSlimmer();
const youngId = v7({ msecs: clock.now().getTime() - 59_000 });
const oldId = v7({ msecs: clock.now().getTime() - 61_000 });

/** What was asked of others, in order. */
function rig(change: Partial<JobSources> = {}, object?: AdJob) {
  const asked: string[] = [];
  const index = new JobIndex();
  const archive = new MemoryArchive();
  const stop = new AbortController();
  const jobs = new JobReader({
    index,
    cache: new ResponseCache(),
    store: {
      get: <T>() => {
        asked.push('resource');
        return Promise.resolve(object as T | undefined);
      },
      list: () => Promise.reject(new Error('One namespace is read by name.')),
    },
    namespace: 'default',
    intents: {
      get: () => {
        asked.push('intent');
        return Promise.resolve(undefined);
      },
    },
    archive: {
      get: (jobId) => {
        asked.push('archive');
        return archive.get(jobId);
      },
    },
    clock,
    staleSeconds: () => 0,
    stop: stop.signal,
    ...change,
  });
  return { jobs, index, asked, stop };
}

const done = (jobId: string): AdJob =>
  buildJob({ metadata: { name: jobId, uid: `uid-${jobId}` }, status: { phase: 'SUCCESS', response: { images: [] } } });

describe('a job that the watch has not shown', () => {
  test.each<[string, string, string[]]>([
    ['a young one: intent, then resource, then archive', youngId, ['intent', 'resource', 'archive']],
    ['an old one: archive, then intent', oldId, ['archive', 'intent']],
    ['one that the API did not name: archive alone', v4(), ['archive']],
  ])('is looked for where it can be, %s', async (_, jobId, wanted) => {
    const { jobs, asked } = rig();
    expect(await jobs.find(jobId)).toBeUndefined();
    expect(asked).toEqual(wanted);
  });

  test('counts as young for as long as the watch is cut', async () => {
    const { jobs, asked } = rig({ staleSeconds: () => 2 });
    await jobs.find(oldId);
    expect(asked).toContain('resource');
  });

  test('is asked for once, however many ask', async () => {
    const { jobs, asked } = rig();
    await Promise.all(Array.from({ length: 50 }, () => jobs.find(youngId)));
    expect(asked).toHaveLength(3);
  });

  test('is found as a resource while the ledger is away, and is not denied without it', async () => {
    const intents = { get: () => Promise.reject(new LedgerError('Unavailable', 'away')) };
    expect(await rig({ intents }, done(youngId)).jobs.find(youngId)).toMatchObject({ phase: 'SUCCESS' });
    await expect(rig({ intents }).jobs.find(youngId)).rejects.toThrow(StoreError);
    await expect(rig({ intents }).jobs.find(oldId)).rejects.toThrow(StoreError);
  });

  test('is unknown where the books are lost: its intent went with them', async () => {
    const intents = { get: () => Promise.reject(new LedgerError('Lost', 'lost')) };
    expect(await rig({ intents }).jobs.find(oldId)).toBeUndefined();
  });
});

describe('a finished job', () => {
  test('is read from its resource once, and then from memory', async () => {
    const { jobs, index, asked } = rig({}, done(oldId));
    index.set(slim(done(oldId)));
    const job = await jobs.find(oldId);
    if (job === undefined) throw new Error('It is in the index.');
    const bodies = await Promise.all([jobs.body(job), jobs.body(job)]);
    expect(await jobs.body(job)).toEqual(bodies[0]);
    expect(asked).toEqual(['resource']);
  });
});

describe('who waits for the end of a job', () => {
  const goingOn = buildJob({ metadata: { name: oldId }, status: { phase: 'PROCESSING' } });

  test('stops when the client hangs up', async () => {
    const { jobs, index } = rig();
    index.set(slim(goingOn));
    const gone = new AbortController();
    const waiting = jobs.whenEnded(oldId, 60, gone.signal);
    await clock.advance(1_000);
    expect(clock.sleeping).toBe(1);
    gone.abort();
    expect(await waiting).toMatchObject({ phase: 'PROCESSING' });
    expect(clock.sleeping).toBe(0);
  });

  test('is not woken for good by a change that is no end', async () => {
    const { jobs, index } = rig();
    index.set(slim(buildJob({ metadata: { name: oldId } })));
    const waiting = jobs.whenEnded(oldId, 60, new AbortController().signal);
    await clock.advance(1_000);
    index.set(slim(goingOn));
    await clock.advance(1_000);
    index.set(slim({ ...goingOn, status: { phase: 'FAILED', error: 'No. [internal]' } }));
    expect(await waiting).toMatchObject({ phase: 'FAILED' });
  });
});

describe('the index', () => {
  test('keeps an id to the job that had it first', () => {
    const { index } = rig();
    const [first, rival] = [
      buildJob({ metadata: { name: oldId, uid: 'a' } }),
      buildJob({ metadata: { name: oldId, uid: 'b', namespace: 'else' } }),
    ];
    index.set(slim(first));
    index.set(slim(rival));
    expect(index.get(oldId)?.uid).toBe('a');
    index.delete(slim(first));
    expect(index.get(oldId)?.uid).toBe('b');
  });

  test('does not show an erased job again before the watch has told of its end', () => {
    const { index } = rig();
    index.set(slim(done(oldId)));
    index.erase(oldId);
    index.set(slim(done(oldId)));
    expect(index.get(oldId)?.isDeleting).toBe(true);
  });
});
