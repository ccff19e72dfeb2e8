import { describe, expect, test } from '@jest/globals';
import { v4, v7 } from 'uuid';
import type { AdJob } from '../../schema/adjob.ts';
import { StoreError } from '../../objects/store-error.ts';
import { buildJob, imageSpec } from '../../../test/support/pipeline/build-job.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { writeIntent } from '../../domain/intent.ts';
import { LedgerError, type Intent } from '../../ledger/port.ts';
import { JobIndex } from './job-index.ts';
import { JobReader, type JobSources } from './job-reader.ts';
import { ResponseCache } from './response-cache.ts';
import { createSlimmer } from './slim-job.ts';

const clock = new FakeClock('2026-11-01T12:00:00Z');
const slim = createSlimmer();
const youngId = v7({ msecs: clock.now().getTime() - 59_000 });
const oldId = v7({ msecs: clock.now().getTime() - 61_000 });

/** Creates a JobReader and records the order in which it reads its sources. */
function rig(change: Partial<JobSources> = {}, object?: AdJob) {
  const asked: string[] = [];
  const index = new JobIndex();
  const stop = new AbortController();
  const jobs = new JobReader({
    index,
    cache: new ResponseCache(),
    store: {
      get: <T>() => {
        asked.push('resource');
        return Promise.resolve(object as T | undefined);
      },
      list: () => Promise.reject(new Error('a single job must not be read with a list')),
    },
    namespace: 'default',
    intents: {
      get: () => {
        asked.push('intent');
        return Promise.resolve(undefined);
      },
    },
    archive: {
      get: () => {
        asked.push('archive');
        return Promise.resolve(undefined);
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
    ['a young job in the intents, the resources and the archive', youngId, ['intent', 'resource', 'archive']],
    ['an old job in the archive and the intents', oldId, ['archive', 'intent']],
    ['a job whose id the API did not make in the archive alone', v4(), ['archive']],
  ])('the reader looks for %s', async (_, jobId, wanted) => {
    const { jobs, asked } = rig();
    expect(await jobs.find(jobId)).toBeUndefined();
    expect(asked).toEqual(wanted);
  });

  test('an old job counts as young while the watch is stale', async () => {
    const { jobs, asked } = rig({ staleSeconds: () => 2 });
    await jobs.find(oldId);
    expect(asked).toContain('resource');
  });

  test('concurrent reads of one job share one lookup', async () => {
    const { jobs, asked } = rig();
    await Promise.all(Array.from({ length: 50 }, () => jobs.find(youngId)));
    expect(asked).toHaveLength(3);
  });

  test('an accepted job of a type that this version does not know is PENDING', async () => {
    const spec = { ...imageSpec(), type: 'audio_ad' };
    const payload = writeIntent({ metadata: { namespace: 'default', name: youngId }, spec });
    const account = { namespace: 'default', name: 'acme' };
    const intent: Intent = { jobId: youngId, account, payload, createdTime: '', isCancelled: false, error: undefined };
    const { jobs } = rig({ intents: { get: () => Promise.resolve(intent) } });
    const job = await jobs.find(youngId);
    expect(job).toMatchObject({ type: 'audio_ad', phase: 'PENDING', apiKey: 'acme-key', namespace: 'default' });
  });

  test('during a ledger outage a resource is found, and a missing job is an error and not unknown', async () => {
    const intents = { get: () => Promise.reject(new LedgerError('Unavailable', 'away')) };
    expect(await rig({ intents }, done(youngId)).jobs.find(youngId)).toMatchObject({ phase: 'SUCCESS' });
    await expect(rig({ intents }).jobs.find(youngId)).rejects.toThrow(StoreError);
    await expect(rig({ intents }).jobs.find(oldId)).rejects.toThrow(StoreError);
  });

  test('a job is unknown if the ledger has lost its data, because the intent is lost too', async () => {
    const intents = { get: () => Promise.reject(new LedgerError('Lost', 'lost')) };
    expect(await rig({ intents }).jobs.find(oldId)).toBeUndefined();
  });
});

describe('a finished job', () => {
  test('the body of a finished job is read once from its resource and then from the cache', async () => {
    const { jobs, index, asked } = rig({}, done(oldId));
    index.set(slim(done(oldId)));
    const job = await jobs.find(oldId);
    if (job === undefined) throw new Error('the job is not in the index');
    const bodies = await Promise.all([jobs.body(job), jobs.body(job)]);
    expect(await jobs.body(job)).toEqual(bodies[0]);
    expect(asked).toEqual(['resource']);
  });
});

describe('whenEnded', () => {
  const goingOn = buildJob({ metadata: { name: oldId }, status: { phase: 'PROCESSING' } });

  test('whenEnded stops when the client disconnects', async () => {
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

  test('whenEnded keeps waiting after a change that does not end the job', async () => {
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

describe('JobIndex', () => {
  test('JobIndex keeps an id for the job that had the id first', () => {
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

  test('JobIndex does not show an erased job again before the watch reports the deletion', () => {
    const { index } = rig();
    index.set(slim(done(oldId)));
    index.erase(oldId);
    index.set(slim(done(oldId)));
    expect(index.get(oldId)?.isDeleting).toBe(true);
  });
});
