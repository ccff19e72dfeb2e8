import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { historyByJob, finalLedgerViolations } from '../support/ledger/ledger-violations.ts';
import { Life, type Fate } from '../support/pipeline/pipeline-life.ts';
import { acme, namespace } from '../support/installation/objects.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';

let rig: PipelineRig;
beforeAll(async () => {
  rig = await PipelineRig.open(new FakeClock('2026-11-01T12:00:00Z'));
});
afterAll(() => {
  rig.close();
});

type Meanwhile = (key: ObjectKey) => (turn: number) => Promise<void>;

const nothing: Meanwhile = () => () => Promise.resolve();
const cancel: Meanwhile = (key) => async (turn) => {
  if (turn === 1) await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
};
const eraseAt =
  (at: number): Meanwhile =>
  (key) =>
  async (turn) => {
    if (turn === at) await rig.store.delete(adJobKind, key);
  };
/** Deletes the job as soon as it has ended, so that its deletion overlaps with the work at its end. */
const eraseAtEnd: Meanwhile = (key) => async () => {
  const job = await rig.job(key);
  if (job?.metadata.deletionTimestamp === undefined && job?.status?.phase === 'SUCCESS') {
    await rig.store.delete(adJobKind, key);
  }
};

/** Functions that create a job, each in another way. */
const made = (): Promise<ObjectKey> => rig.createJob();
const applied = (): Promise<ObjectKey> => rig.applyJob(imageSpec(), { namespace, name: `applied-${++count}` });
const withCallback = (): Promise<ObjectKey> => rig.createJob(imageSpec({ callbackUrl: 'https://a.example/done' }));
const cancelledBefore = async (): Promise<ObjectKey> => {
  const key = { namespace, name: uuidV7() };
  await rig.admit(key, imageSpec());
  await rig.ledger.intents.cancel(key.name);
  return rig.applyJob(imageSpec(), key);
};
let count = 0;

interface Story {
  create: () => Promise<ObjectKey>;
  meanwhile: Meanwhile;
  fate: Fate;
}

async function callsOf({ create, meanwhile }: Story): Promise<string[]> {
  const key = await create();
  const life = new Life(rig, key, { fate: 'outlive it' });
  await life.live(meanwhile(key));
  return life.fuse.names;
}

async function everyKill(story: Story, check: (job: Ended, told: string) => Promise<void>): Promise<void> {
  const calls = (await callsOf(story)).length;
  expect(calls).toBeGreaterThan(10);
  for (let call = 1; call <= calls; call += 1) {
    const key = await story.create();
    const uid = (await rig.job(key))?.metadata.uid ?? '';
    const told = `killed after call ${call} of ${calls}`;
    await new Life(rig, key, { fate: story.fate, lastCall: call }).live(story.meanwhile(key));
    const { entries } = await rig.ledger.history(acme, { limit: 20, cursor: undefined });
    const own = entries.filter((entry) => entry.jobId === key.name || entry.jobId === uid).toReversed();
    const history = own.map(({ kind, amount }) => `${kind} ${amount}`);
    const jobId = own[0]?.jobId ?? '';
    await check({ key, uid, jobId, history }, told);
  }
  expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
}

interface Ended {
  key: ObjectKey;
  uid: string;
  /** The job id in the ledger. `history` has the ledger's entries for this id. */
  jobId: string;
  history: string[];
}

const attemptsOf = ({ name }: ObjectKey): string[] =>
  rig.launcher.started
    .filter(({ owner }) => owner.key.name === name)
    .map(({ stage, attempt }) => `${stage}-${attempt}`);

const succeeded = { phase: 'SUCCESS', credits: { required: 5, charged: 5 } };
const paid = ['reserve 5', 'settle 5'];
const free = ['reserve 5', 'release 5'];

async function isGone({ key, jobId }: Ended, told: string): Promise<void> {
  expect([told, await rig.job(key)]).toEqual([told, undefined]);
  expect([told, await rig.artifacts.list(`jobs/${jobId}/`)]).toEqual([told, []]);
  expect(rig.launcher.alive).toEqual([]);
}

describe.each<[Fate]>([['die with it'], ['finish as it dies'], ['outlive it']])(
  'a service killed at any moment, whose stages %s',
  (fate) => {
    test('a job succeeds, is charged once and repeats no finished stage after a kill at any call', async () => {
      await everyKill({ fate, create: made, meanwhile: nothing }, async ({ key, jobId, history }, told) => {
        const job = await rig.job(key);
        expect([told, job?.status]).toEqual([told, expect.objectContaining({ ...succeeded, jobId })]);
        expect([told, jobId, history]).toEqual([told, key.name, paid]);
        const image = job?.status?.stages?.find(({ name }) => name === 'image');
        expect([told, await rig.artifacts.stat(image?.resultRef ?? '')]).toEqual([told, expect.anything()]);
        expect(rig.launcher.alive).toEqual([]);
        // Only a stage that was killed before the end of its work has to run again.
        if (fate === 'die with it') return;
        expect([told, ...attemptsOf(key)]).toEqual([told, 'onboarding-1', 'concept-1', 'image-1']);
      });
    });

    test('a cancelled job ends cancelled without a charge or a running stage after a kill at any call', async () => {
      await everyKill({ fate, create: made, meanwhile: cancel }, async ({ key, history }, told) => {
        const job = await rig.job(key);
        expect([told, job?.status?.error, history]).toEqual([told, 'The job was cancelled. [cancelled]', free]);
        expect(rig.launcher.alive).toEqual([]);
      });
    });

    test('a deleted job disappears with its files and its hold is released after a kill at any call', async () => {
      await everyKill({ fate, create: made, meanwhile: eraseAt(1) }, async (ended, told) => {
        await isGone(ended, told);
        expect([told, ended.history]).toEqual([told, free]);
      });
    });
  },
);

describe('a service killed at any moment, whose stages outlive it', () => {
  const fate = 'outlive it';

  test('a job from kubectl succeeds and is charged once under its uid after a kill at any call', async () => {
    await everyKill({ fate, create: applied, meanwhile: nothing }, async ({ key, uid, jobId, history }, told) => {
      expect([told, (await rig.job(key))?.status]).toEqual([told, expect.objectContaining({ ...succeeded, jobId })]);
      expect([told, jobId, history, attemptsOf(key).length]).toEqual([told, uid, paid, 3]);
    });
  });

  test.each([
    ['', made],
    [' that was applied', applied],
    [' whose callback is not delivered', withCallback],
  ])(
    'a job%s that is deleted at its end disappears with its files and stays charged after a kill at any call',
    async (_, create) => {
      const before = await rig.ledger.balance(acme);
      let gone = 1; // 1 for the job whose calls were counted
      await everyKill({ fate, create, meanwhile: eraseAtEnd }, async (ended, told) => {
        gone += 1;
        await isGone(ended, told);
        expect([told, ended.history]).toEqual([told, paid]);
        const { retired, retiring } = await rig.ledger.balance(acme);
        expect([told, retired, retiring]).toEqual([told, before.retired + 5 * gone, []]);
      });
    },
  );

  test('a job that was cancelled before its AdJob existed ends cancelled after a kill at any call, and its intent is dropped', async () => {
    await everyKill({ fate, create: cancelledBefore, meanwhile: nothing }, async ({ key, history }, told) => {
      const job = await rig.job(key);
      expect([told, job?.spec.cancel, job?.status?.error]).toEqual([told, true, 'The job was cancelled. [cancelled]']);
      expect([told, history, await rig.ledger.intents.get(key.name)]).toEqual([told, free, undefined]);
    });
  });
});

/**
 * Calls that change something, up to the first status write of a job. Before that write, the AdJob does not show that
 * the job is admitted.
 */
const firstSteps = ['artifacts.put', 'launcher.launch', 'store.patchStatus'];

test.each<[string, () => Promise<ObjectKey>, string[]]>([
  ['of the API', made, ['ledger.bind', ...firstSteps]],
  ['that was applied', applied, ['ledger.admit', 'ledger.bind', ...firstSteps]],
])(
  'a job %s is charged once if the calls before its first status arrive after the death of the service',
  async (_, create, steps) => {
    const names = await callsOf({ create, meanwhile: nothing, fate: 'outlive it' });
    const first = names.slice(0, names.indexOf('store.patchStatus') + 1);
    const isChange = (call: string): boolean => !/\.(?:get|observe|stat|access|run)$/.test(call);
    expect(first.filter(isChange)).toEqual(steps);
    for (const [at, call] of first.entries()) {
      // A launch is not tested as `late`: after the end of the job, nothing in this test stops the attempt. In the
      // service, the launcher reports such an attempt, and the controller stops it.
      for (const arrival of call === 'launcher.launch' ? (['early'] as const) : (['early', 'late'] as const)) {
        if (!isChange(call)) continue;
        const key = await create();
        const jobId = create === made ? key.name : ((await rig.job(key))?.metadata.uid ?? '');
        await new Life(rig, key, { fate: 'outlive it', lastCall: at + 1, arrival }).live();
        const history = (await historyByJob(rig.ledger, acme)).get(jobId);
        const status = (await rig.job(key))?.status;
        expect([call, arrival, history, status]).toEqual([call, arrival, paid, expect.objectContaining(succeeded)]);
        expect([call, arrival, rig.launcher.alive]).toEqual([call, arrival, []]);
      }
    }
    expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
  },
);

test.each([
  ['of the API', made],
  ['that was applied', applied],
])('a job %s that is deleted at any moment is released, or stays charged if it had succeeded', async (_, create) => {
  for (let turn = 0; turn < 9; turn += 1) {
    const key = await create();
    const uid = (await rig.job(key))?.metadata.uid ?? '';
    let phase: string | undefined;
    const erase = eraseAt(turn)(key);
    await new Life(rig, key, { fate: 'outlive it' }).live(async (now) => {
      phase = (await rig.job(key))?.status?.phase ?? phase;
      await erase(now);
    });
    const history = await historyByJob(rig.ledger, acme);
    const jobId = create === made ? key.name : uid;
    await isGone({ key, uid, jobId, history: [] }, `deleted in turn ${turn}`);
    expect([turn, history.get(jobId)]).toEqual([turn, phase === 'SUCCESS' ? paid : free]);
  }
  expect(await finalLedgerViolations(rig.ledger, acme)).toEqual([]);
});
