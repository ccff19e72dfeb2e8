import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import type { PipelineDeps } from '../../src/controllers/pipeline/deps.ts';
import { keptInMemory } from '../../src/controllers/pipeline/finished-view.ts';
import type { PipelineMemory } from '../../src/controllers/pipeline/gather.ts';
import { reconcile } from '../../src/controllers/pipeline/reconcile.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { isTerminal } from '../../src/domain/terminal.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/store/port.ts';
import { imageSpec } from '../support/build-job.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Fuse, Killed } from '../support/fuse.ts';
import { historyByJob, wrongsInBooks } from '../support/job-books.ts';
import { freshMemory } from '../support/pipeline-memory.ts';
import { acme, namespace, PipelineRig } from '../support/pipeline-rig.ts';

/** How stages fare when the service is killed: they die with it, they just get their result out, or they go on. */
type Fate = 'die with it' | 'finish as it dies' | 'outlive it';

let rig: PipelineRig;
beforeAll(async () => {
  rig = await PipelineRig.open(new FakeClock('2026-11-01T12:00:00Z'));
});
afterAll(() => {
  rig.close();
});

class Life {
  readonly key: ObjectKey;
  readonly fuse: Fuse;
  readonly #fate: Fate;
  #deps: PipelineDeps;
  #seen: AdJob | undefined;
  #memory: PipelineMemory;

  constructor(key: ObjectKey, fate: Fate, lastCall?: number) {
    this.key = key;
    this.#fate = fate;
    this.fuse = new Fuse(lastCall);
    const { store, launcher, artifacts, ledger } = rig.deps;
    this.#deps = {
      ...rig.deps,
      store: this.fuse.wrap(store),
      launcher: this.fuse.wrap(launcher),
      artifacts: this.fuse.wrap(artifacts),
      ledger: this.fuse.wrap(ledger),
    };
    this.#memory = this.#freshMemory();
  }

  /** Look, act, and let the stages work, until nothing more happens. `meanwhile` is told of every turn. */
  async live(meanwhile: (turn: number) => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < 6; turn += 1) {
      if (turn > 60) throw new Error('It never ends.');
      const before = await rig.job(this.key);
      await this.#pass();
      await meanwhile(turn);
      const after = await rig.job(this.key);
      // What belongs to a job that is to end hangs until it is stopped.
      const worked = isOpen(after) && (await this.#work());
      const changed = before?.metadata.resourceVersion !== after?.metadata.resourceVersion || worked;
      quiet = changed ? 0 : quiet + 1;
    }
  }

  async #work(): Promise<boolean> {
    const { alive } = rig.launcher;
    for (const attempt of alive) await rig.finish(attempt);
    return alive.length > 0;
  }

  async #pass(): Promise<void> {
    const job = await rig.job(this.key);
    this.#seen = job && keptInMemory(job);
    if (this.#seen !== undefined) this.#memory.gate.observe(this.#seen);
    try {
      await reconcile(this.key, this.#deps, this.#memory);
      await settle(); // who waits for the account to be written, sees it
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#deps = rig.deps;
      this.#memory = this.#freshMemory();
      await this.#audit();
      if (this.#fate === 'finish as it dies') await this.#work();
      if (this.#fate !== 'outlive it') rig.launcher.loseAll();
    }
  }

  /** What a start begins with: it tells of finished jobs whose hold is open. */
  async #audit(): Promise<void> {
    const job = await rig.job(this.key);
    if (job !== undefined && isTerminal(job)) this.#memory.holds.expectClose(this.key);
  }

  #freshMemory(): PipelineMemory {
    return freshMemory(this.#deps, () => this.#seen);
  }
}

const isOpen = (job: AdJob | undefined): boolean =>
  job !== undefined && !isTerminal(job) && job.spec.cancel !== true && job.metadata.deletionTimestamp === undefined;

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
/** As soon as it has ended: what follows its end and what its deletion needs are under way at once. */
const eraseAtEnd: Meanwhile = (key) => async () => {
  const job = await rig.job(key);
  if (job?.metadata.deletionTimestamp === undefined && job?.status?.phase === 'SUCCESS') {
    await rig.store.delete(adJobKind, key);
  }
};

/** How a job comes into the world. */
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

async function callsOf({ create, meanwhile }: Story): Promise<number> {
  const key = await create();
  const life = new Life(key, 'outlive it');
  await life.live(meanwhile(key));
  return life.fuse.calls;
}

async function everyKill(story: Story, check: (job: Ended, told: string) => Promise<void>): Promise<void> {
  const calls = await callsOf(story);
  expect(calls).toBeGreaterThan(10);
  for (let call = 1; call <= calls; call += 1) {
    const key = await story.create();
    const uid = (await rig.job(key))?.metadata.uid ?? '';
    const told = `killed after call ${call} of ${calls}`;
    await new Life(key, story.fate, call).live(story.meanwhile(key));
    const { entries } = await rig.ledger.history(acme, { limit: 20, cursor: undefined });
    const own = entries.filter((entry) => entry.jobId === key.name || entry.jobId === uid).toReversed();
    const history = own.map(({ kind, amount }) => `${kind} ${amount}`);
    const jobId = own[0]?.jobId ?? '';
    await check({ key, uid, jobId, history }, told);
  }
  expect(await wrongsInBooks(rig.ledger, acme)).toEqual([]);
}

interface Ended {
  key: ObjectKey;
  uid: string;
  /** As the ledger has it, with what the ledger did. */
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
  'killed at any moment, while stages %s',
  (fate) => {
    test('a job still succeeds, is charged once, and no result is made twice', async () => {
      await everyKill({ fate, create: made, meanwhile: nothing }, async ({ key, jobId, history }, told) => {
        const job = await rig.job(key);
        expect([told, job?.status]).toEqual([told, expect.objectContaining({ ...succeeded, jobId })]);
        expect([told, jobId, history]).toEqual([told, key.name, paid]);
        const image = job?.status?.stages?.find(({ name }) => name === 'image');
        expect([told, await rig.artifacts.stat(image?.resultRef ?? '')]).toEqual([told, expect.anything()]);
        expect(rig.launcher.alive).toEqual([]);
        // A stage that died with its work undone is begun again, any other is not.
        if (fate === 'die with it') return;
        expect([told, ...attemptsOf(key)]).toEqual([told, 'onboarding-1', 'concept-1', 'image-1']);
      });
    });

    test('a cancelled job ends cancelled, costs nothing, and nothing of it runs', async () => {
      await everyKill({ fate, create: made, meanwhile: cancel }, async ({ key, history }, told) => {
        const job = await rig.job(key);
        expect([told, job?.status?.error, history]).toEqual([told, 'The job was cancelled. [cancelled]', free]);
        expect(rig.launcher.alive).toEqual([]);
      });
    });

    test('a deleted job is gone with its files, and its hold is released', async () => {
      await everyKill({ fate, create: made, meanwhile: eraseAt(1) }, async (ended, told) => {
        await isGone(ended, told);
        expect([told, ended.history]).toEqual([told, free]);
      });
    });
  },
);

describe('killed at any moment', () => {
  const fate = 'outlive it';

  test('a job that somebody applied succeeds and is charged once, by its uid', async () => {
    await everyKill({ fate, create: applied, meanwhile: nothing }, async ({ key, uid, jobId, history }, told) => {
      expect([told, (await rig.job(key))?.status]).toEqual([told, expect.objectContaining({ ...succeeded, jobId })]);
      expect([told, jobId, history, attemptsOf(key).length]).toEqual([told, uid, paid, 3]);
    });
  });

  test.each([
    ['', made],
    [' that was applied', applied],
    [' whose callback is not delivered', withCallback],
  ])('a job%s that is deleted at its end is gone with its files and stays charged', async (_, create) => {
    const before = await rig.ledger.balance(acme);
    let gone = 1; // the one whose calls were counted
    await everyKill({ fate, create, meanwhile: eraseAtEnd }, async (ended, told) => {
      gone += 1;
      await isGone(ended, told);
      expect([told, ended.history]).toEqual([told, paid]);
      const { retired, retiring } = await rig.ledger.balance(acme);
      expect([told, retired, retiring]).toEqual([told, before.retired + 5 * gone, []]);
    });
  });

  test('a job that was cancelled before there was an object ends cancelled, and its intent is gone', async () => {
    await everyKill({ fate, create: cancelledBefore, meanwhile: nothing }, async ({ key, history }, told) => {
      const job = await rig.job(key);
      expect([told, job?.spec.cancel, job?.status?.error]).toEqual([told, true, 'The job was cancelled. [cancelled]']);
      expect([told, history, await rig.ledger.intents.get(key.name)]).toEqual([told, free, undefined]);
    });
  });
});

test.each([
  ['of the API', made],
  ['that was applied', applied],
])('deleted at any moment, a job %s is released, or stays charged if it had succeeded', async (_, create) => {
  for (let turn = 0; turn < 9; turn += 1) {
    const key = await create();
    const uid = (await rig.job(key))?.metadata.uid ?? '';
    let phase: string | undefined;
    const erase = eraseAt(turn)(key);
    await new Life(key, 'outlive it').live(async (now) => {
      phase = (await rig.job(key))?.status?.phase ?? phase;
      await erase(now);
    });
    const history = await historyByJob(rig.ledger, acme);
    const jobId = create === made ? key.name : uid;
    await isGone({ key, uid, jobId, history: [] }, `deleted in turn ${turn}`);
    expect([turn, history.get(jobId)]).toEqual([turn, phase === 'SUCCESS' ? paid : free]);
  }
  expect(await wrongsInBooks(rig.ledger, acme)).toEqual([]);
});
