import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Clock } from '../../src/clock/port.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { LeaderElection } from '../../src/runtime/leader-election.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { Installation } from '../support/installation/installation.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { skewedClock } from '../support/time/skewed-clock.ts';

const logger = { info: () => undefined, warn: () => undefined };
const machines = 3;
const spanMs = 100_000;
const calmMs = 40_000;
const stepMs = 200;

/**
 * Trouble of one machine for some time. `pause`: its process stands still. `refuse`: its calls fail. `lose answers`:
 * its calls are executed, but fail. `hang`: its calls are sent only when the trouble is over.
 */
type Trouble = 'pause' | 'refuse' | 'lose answers' | 'hang' | 'slow' | 'kill' | 'stop';

interface Episode {
  machine: number;
  trouble: Trouble;
  startMs: number;
  lastsMs: number;
}

const episodes = fc.array(
  fc.record<Episode>({
    machine: fc.nat(machines - 1),
    trouble: fc.constantFrom<Trouble[]>('pause', 'refuse', 'lose answers', 'hang', 'slow', 'kill', 'stop'),
    startMs: fc.nat(spanMs - calmMs),
    lastsMs: fc.integer({ min: 1, max: 30_000 }),
  }),
  { minLength: 3, maxLength: 10 },
);
const skews = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: machines, maxLength: machines });

/** One of the machines that take part in the election. It starts a new process whenever the previous one has ended. */
class Machine {
  readonly #clock: FakeClock;
  readonly #store: ObjectStore;
  readonly #index: number;
  readonly #skewMs: number;
  readonly #episodes: Episode[];
  #count = 0;
  #stop = new AbortController();
  #election: LeaderElection | undefined;

  constructor(world: { clock: FakeClock; store: ObjectStore }, index: number, skewMs: number, plan: Episode[]) {
    this.#clock = world.clock;
    this.#store = world.store;
    this.#index = index;
    this.#skewMs = skewMs;
    this.#episodes = plan.filter(({ machine }) => machine === index);
    this.#boot();
  }

  get holds(): boolean {
    return this.#election?.holds() === true;
  }

  /** Kills or stops the process if an episode of this kind begins in the given time. */
  strike(fromMs: number, toMs: number): void {
    for (const { trouble, startMs } of this.#episodes) {
      if (startMs < fromMs || startMs >= toMs) continue;
      if (trouble === 'kill') this.#boot();
      if (trouble === 'stop') this.#stop.abort();
    }
  }

  #boot(): void {
    this.#count += 1;
    this.#stop = new AbortController();
    const count = this.#count;
    const isDead = () => this.#count !== count;
    const skewed = skewedClock(this.#clock, { wallMs: this.#skewMs, monotonicMs: -this.#skewMs });
    const clock: Clock = { ...skewed, sleep: (ms, signal) => this.#awake(skewed.sleep(ms, signal), isDead) };
    const store = this.#reached(isDead);
    const election = new LeaderElection({
      store,
      key: { namespace: 'here', name: 'lease' },
      identity: `${this.#index}-${count}`,
      clock,
      logger,
    });
    this.#election = election;
    void election.run(this.#stop.signal, aborted).then(() => {
      if (!isDead()) this.#boot();
    });
  }

  #reached(isDead: () => boolean): Pick<ObjectStore, 'get' | 'create' | 'patch'> {
    const call = async <R>(send: () => Promise<R>): Promise<R> => {
      if (isDead()) return new Promise<R>(() => undefined);
      await this.#over('hang');
      await this.#clock.sleep(this.#is('slow') ? 700 : 1);
      if (this.#is('refuse')) throw new StoreError('Unavailable', 'refused');
      const answer = await this.#awake(send(), isDead);
      if (this.#is('slow')) await this.#clock.sleep(700);
      if (this.#is('lose answers')) throw new StoreError('Unavailable', 'lost');
      return answer;
    };
    const store = this.#store;
    return {
      get: (kind, at) => call(() => store.get(kind, at)),
      create: (kind, object) => call(() => store.create(kind, object)),
      patch: (kind, at, patch) => call(() => store.patch(kind, at, patch)),
    };
  }

  /**
   * Passes the result of a call or a sleep to the process. A result that arrives during a pause is passed after the
   * pause. A dead process gets no result.
   */
  async #awake<R>(coming: Promise<R>, isDead: () => boolean): Promise<R> {
    const [settled] = await Promise.allSettled([coming]);
    await this.#over('pause');
    if (isDead()) return new Promise<R>(() => undefined);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  #is(trouble: Trouble): boolean {
    return this.#endMs(trouble) > this.#clock.monotonicMs();
  }

  async #over(trouble: Trouble): Promise<void> {
    while (this.#is(trouble)) await this.#clock.sleep(this.#endMs(trouble) - this.#clock.monotonicMs());
  }

  #endMs(trouble: Trouble): number {
    const nowMs = this.#clock.monotonicMs();
    const now = this.#episodes.filter((one) => one.trouble === trouble && one.startMs <= nowMs);
    return Math.max(0, ...now.map(({ startMs, lastsMs }) => startMs + lastsMs));
  }
}

test('under random faults at most one machine leads, and after a calm period exactly one does', async () => {
  await fc.assert(
    fc.asyncProperty(episodes, skews, async (plan, skewsMs) => {
      const clock = new FakeClock();
      const store = new Installation({ clock }).store;
      try {
        const all = skewsMs.map((skewMs, index) => new Machine({ clock, store }, index, skewMs, plan));
        for (let nowMs = 0; nowMs < spanMs; nowMs += stepMs) {
          for (const machine of all) machine.strike(nowMs, nowMs + stepMs);
          await clock.advance(stepMs);
          expect(all.filter(({ holds }) => holds).length).toBeLessThan(2);
        }
        expect(all.filter(({ holds }) => holds)).toHaveLength(1);
      } finally {
        store.close();
      }
    }),
    { numRuns: 25 },
  );
});
