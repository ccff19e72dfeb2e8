import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { serialiseJob } from '../../src/domain/job-view.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { isTerminal } from '../../src/domain/terminal.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { historyByJob, finalLedgerViolations } from '../support/ledger/ledger-violations.ts';
import { Life, type LifeOptions } from '../support/pipeline/pipeline-life.ts';
import { acme } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';

/** With `CRASH_TABLE=full`, the service is also killed after calls that only read. */
const isFull = process.env['CRASH_TABLE'] === 'full';
const price = 5;
const callbackUrl = 'https://a.example/done';

let rig: PipelineRig;
beforeEach(async () => {
  rig = await PipelineRig.open(new FakeClock('2026-11-01T12:00:00Z'));
});
afterEach(() => {
  rig.close();
});

/** How a job is created, how it ends, and whether retention or a user deletes it. */
interface Story {
  create: () => Promise<ObjectKey>;
  end: 'SUCCESS' | 'FAILED';
  by: 'retention' | 'hand';
}

interface Ended {
  key: ObjectKey;
  jobId: string;
  /** Body that `GET /jobs/{job_id}` returned after the end of the job. */
  bytes: string | undefined;
  /**
   * Names of the calls that the service made from the turn that wrote the final status to the end of the test. `before`
   * is the number of calls before that turn.
   */
  calls: string[];
  before: number;
}

const made = () => rig.createJob();
const withCallback = () => rig.createJob(imageSpec({ callbackUrl }));

/** Runs a job from its creation to its deletion, in a service that may be killed after one of its calls. */
async function live(story: Story, death: Pick<LifeOptions, 'lastCall' | 'arrival'> = {}): Promise<Ended> {
  const key = await story.create();
  const life = new Life(rig, key, { fate: 'outlive it', isRetaining: story.by === 'retention', ...death });
  let bytes: string | undefined;
  let before = 0;
  await life.live(async () => {
    const job = await rig.job(key);
    if (job === undefined) return;
    if (isTerminal(job)) {
      bytes ??= serialiseJob(job).toString();
      await letGo(job, story);
    } else {
      before = life.fuse.calls;
      await end(job, story);
    }
  });
  return { key, jobId: key.name, bytes, calls: life.fuse.names.slice(before), before };
}

/** Cancels the job if it has to fail. */
async function end({ metadata, spec }: AdJob, { end: wanted }: Story): Promise<void> {
  if (wanted === 'SUCCESS' || spec.cancel === true) return;
  await rig.store.patch(adJobKind, metadata, { spec: { cancel: true } });
}

/** Deletes the job by hand, or closes its callback so that retention may delete it. */
async function letGo({ metadata, spec, status }: AdJob, { by }: Story): Promise<void> {
  if (by === 'hand') {
    if (metadata.deletionTimestamp === undefined) await rig.store.delete(adJobKind, metadata);
  } else if (spec.callbackUrl !== undefined && status?.delivery === undefined) {
    await rig.store.patchStatus(adJobKind, metadata, { status: { delivery: { state: 'delivered' } } });
  }
}

async function check({ key, jobId, bytes }: Ended, { end, by }: Story, told: string): Promise<void> {
  const record = await rig.archive.get(jobId);
  const files = await rig.artifacts.list(`jobs/${jobId}/`);
  const history = (await historyByJob(rig.ledger, acme)).get(jobId);
  const isKept = by === 'retention';
  expect({
    told,
    isThere: (await rig.job(key)) !== undefined,
    history,
    record: record?.body,
    files: files.length > 0,
  }).toEqual({
    ...{ told, isThere: false },
    history: [`reserve ${price}`, end === 'SUCCESS' ? `settle ${price}` : `release ${price}`],
    ...{ record: isKept ? bytes : undefined, files: isKept },
  });
  const { spent, retired, retiring } = await rig.ledger.balance(acme);
  const account = await rig.store.get(adAccountKind, acme);
  expect([told, retired, retiring, account?.status?.ledger?.retired]).toEqual([told, spent, [], spent]);
}

/** Reports whether a call only reads. */
const isLook = (call: string): boolean => /\.(?:get|list|listHolds|observe|stat)$/.test(call);

type Steps = [call: string, words: string][];

/**
 * The steps from here on are calls that change something, in order, from the write of a job's final status to the
 * removal of its finalizer. `close` is the ledger call that closes the hold.
 */
const ending = (close: string): Steps => [
  ['store.patchStatus', 'the last status is written'],
  ['launcher.stop', 'its attempts are stopped'],
  [close, 'its hold is closed'],
];
const archiving: Steps = [
  ['archive.add', 'its archive record is written'],
  ['store.patch', 'it is marked as archived'],
  ['store.delete', 'it is deleted and kept by its finalizer'],
];
const stopping: Steps = [['launcher.stop', 'its stopped attempts are untracked']];
const abandoning: Steps = [['store.patchStatus', 'its callback is given up']];
const remembering = (close: string): Steps => [
  [close, 'its hold is closed if it is still open'],
  ['ledger.retire', 'its charge is retired'],
  ['store.patch', 'the AdJob records the position of its retirement, and the account copies it'],
  ['ledger.noted', 'the ledger notes the record'],
];
const erasing: Steps = [
  ['artifacts.deleteTree', 'its files are deleted'],
  ['archive.delete', 'its archive record, if any, is deleted'],
];
const releasing: Steps = [['store.patch', 'its finalizer is removed']];

const [settle, release] = ['ledger.settle', 'ledger.release'];
const [paid, free] = [ending(settle), ending(release)];

const stories: [string, Story, Steps][] = [
  [
    'archived',
    { create: made, end: 'SUCCESS', by: 'retention' },
    [...paid, ...archiving, ...remembering(settle), ...releasing],
  ],
  [
    'archived after a cancel',
    { create: made, end: 'FAILED', by: 'retention' },
    [...free, ...archiving, ...stopping, ...remembering(release), ...releasing],
  ],
  [
    'archived after the delivery of its callback',
    { create: withCallback, end: 'SUCCESS', by: 'retention' },
    [...paid, ...archiving, ...remembering(settle), ...releasing],
  ],
  [
    'deleted by hand',
    { create: made, end: 'SUCCESS', by: 'hand' },
    [...paid, ...remembering(settle), ...erasing, ...releasing],
  ],
  [
    'deleted by hand before the delivery of its callback',
    { create: withCallback, end: 'SUCCESS', by: 'hand' },
    [...paid, ...abandoning, ...remembering(settle), ...erasing, ...releasing],
  ],
];

describe.each(stories)('a job that is %s', (_, story, steps) => {
  test('the end of a job makes exactly the listed calls', async () => {
    const whole = await live(story);
    expect(whole.calls.filter((call) => !isLook(call))).toEqual(steps.map(([call]) => call));
    await check(whole, story, 'not killed');
  });

  test('a job is charged at most once, whatever call its service is killed after', async () => {
    const { calls, before } = await live(story);
    const last = calls.findLastIndex((call) => !isLook(call));
    for (const [at, call] of calls.slice(0, last + 1).entries()) {
      if (isLook(call) && !isFull) continue;
      const told = `killed after ${call}, call ${before + at + 1}`;
      await check(await live(story, { lastCall: before + at + 1 }), story, told);
      if (isLook(call)) continue;
      for (const arrival of ['early', 'late'] as const) {
        const ended = await live(story, { lastCall: before + at + 1, arrival });
        await check(ended, story, `${told}, which arrived ${arrival}`);
      }
    }
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
  });
});
