import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PipelineDeps } from '../../src/controllers/pipeline/deps.ts';
import { keptInMemory } from '../../src/controllers/pipeline/finished-view.ts';
import type { PipelineMemory } from '../../src/controllers/pipeline/gather.ts';
import { OwnWrites } from '../../src/controllers/pipeline/own-writes.ts';
import { reconcile } from '../../src/controllers/pipeline/reconcile.ts';
import { StartGate } from '../../src/controllers/pipeline/start-gate.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { isTerminal } from '../../src/domain/terminal.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectKey } from '../../src/store/port.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { PipelineRig } from '../support/pipeline-rig.ts';

class Killed extends Error {}

/**
 * Counts every call that leaves the process, over all parts, and dies after one of them. To die before a call is to die
 * after the one before it: in between, nothing happens that anybody else could see.
 */
class Fuse {
  calls = 0;
  readonly #lastCall: number | undefined;

  constructor(lastCall?: number) {
    this.#lastCall = lastCall;
  }

  wrap<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): Promise<unknown> =>
          this.#through(() => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  async #through(call: () => unknown): Promise<unknown> {
    this.calls += 1;
    const isLast = this.calls === this.#lastCall;
    const answer = await call();
    if (isLast) throw new Killed();
    return answer;
  }
}

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
  readonly #deps: PipelineDeps;
  #seen: AdJob | undefined;
  #memory: PipelineMemory;

  constructor(key: ObjectKey, fate: Fate, lastCall?: number) {
    this.key = key;
    this.#fate = fate;
    this.fuse = new Fuse(lastCall);
    const { store, launcher, artifacts } = rig.deps;
    this.#deps = {
      ...rig.deps,
      store: this.fuse.wrap(store),
      launcher: this.fuse.wrap(launcher),
      artifacts: this.fuse.wrap(artifacts),
    };
    this.#memory = this.#freshMemory();
  }

  /** Look, act, and let the stages work, until nothing more happens. `meanwhile` is told of every turn. */
  async live(meanwhile: (turn: number) => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (let turn = 0, quiet = 0; quiet < 4; turn += 1) {
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
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#memory = this.#freshMemory();
      if (this.#fate === 'finish as it dies') await this.#work();
      if (this.#fate !== 'outlive it') rig.launcher.loseAll();
    }
  }

  #freshMemory(): PipelineMemory {
    return {
      cached: () => this.#seen,
      ownWrites: new OwnWrites(),
      gate: new StartGate({ maxRunningJobs: 20 }),
      parties: { isKnown: () => false },
    };
  }
}

const isOpen = (job: AdJob | undefined): boolean =>
  job !== undefined && !isTerminal(job) && job.spec.cancel !== true && job.metadata.deletionTimestamp === undefined;

type Meanwhile = (key: ObjectKey) => (turn: number) => Promise<void>;

const nothing: Meanwhile = () => () => Promise.resolve();
const cancel: Meanwhile = (key) => async (turn) => {
  if (turn === 1) await rig.store.patch(adJobKind, key, { spec: { cancel: true } });
};
const erase: Meanwhile = (key) => async (turn) => {
  if (turn === 1) await rig.store.delete(adJobKind, key);
};

async function callsOf(meanwhile: Meanwhile): Promise<number> {
  const key = await rig.createJob();
  const life = new Life(key, 'outlive it');
  await life.live(meanwhile(key));
  return life.fuse.calls;
}

async function everyKill(fate: Fate, meanwhile: Meanwhile, check: (key: ObjectKey, told: string) => Promise<void>) {
  const calls = await callsOf(meanwhile);
  expect(calls).toBeGreaterThan(10);
  for (let call = 1; call <= calls; call += 1) {
    const key = await rig.createJob();
    await new Life(key, fate, call).live(meanwhile(key));
    await check(key, `killed after call ${call} of ${calls}`);
  }
}

const attemptsOf = ({ name }: ObjectKey): string[] =>
  rig.launcher.started
    .filter(({ owner }) => owner.key.name === name)
    .map(({ stage, attempt }) => `${stage}-${attempt}`);

const succeeded = { phase: 'SUCCESS', credits: { required: 5, charged: 5 } };

describe.each<[Fate]>([['die with it'], ['finish as it dies'], ['outlive it']])(
  'killed at any moment, while stages %s',
  (fate) => {
    test('a job still succeeds, is charged once, and no result is made twice', async () => {
      await everyKill(fate, nothing, async (key, told) => {
        const job = await rig.job(key);
        expect([told, job?.status]).toEqual([told, expect.objectContaining(succeeded)]);
        const image = job?.status?.stages?.find(({ name }) => name === 'image');
        expect([told, await rig.artifacts.stat(image?.resultRef ?? '')]).toEqual([told, expect.anything()]);
        expect(rig.launcher.alive).toEqual([]);
        // A stage that died with its work undone is begun again, any other is not.
        if (fate === 'die with it') return;
        expect([told, ...attemptsOf(key)]).toEqual([told, 'onboarding-1', 'concept-1', 'image-1']);
      });
    });

    test('a cancelled job ends cancelled, and nothing of it runs', async () => {
      await everyKill(fate, cancel, async (key, told) => {
        const job = await rig.job(key);
        expect([told, job?.status?.error]).toEqual([told, 'The job was cancelled. [cancelled]']);
        expect(rig.launcher.alive).toEqual([]);
      });
    });

    test('a deleted job is gone with its files', async () => {
      await everyKill(fate, erase, async (key, told) => {
        expect([told, await rig.job(key)]).toEqual([told, undefined]);
        expect([told, await rig.artifacts.list(`jobs/${key.name}/`)]).toEqual([told, []]);
        expect(rig.launcher.alive).toEqual([]);
      });
    });
  },
);
