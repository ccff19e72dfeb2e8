import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../src/clock/port.ts';
import { isAmong } from '../../../src/launch/port.ts';
import type {
  AttemptNumber,
  AttemptObservation,
  AttemptOwner,
  StageAttempt,
  StageLauncher,
  StageListener,
} from '../../../src/launch/port.ts';

type Ended = Extract<AttemptObservation, { state: 'ended' }>;
export type FakeEnd = Partial<Pick<Ended, 'reason' | 'exitCode' | 'message'>>;

interface Held {
  launched: StageAttempt;
  observed: AttemptObservation;
}

/**
 * Launcher whose attempts run nothing and end only when a test ends them. It passes the contract tests of the launcher
 * port.
 */
export class FakeLauncher implements StageLauncher {
  /** Attempts that were started, in order. */
  readonly started: StageAttempt[] = [];
  /** Errors that the next launches throw, one each. Such a launch starts nothing. */
  readonly refusals: Error[] = [];
  /** True if a stopped attempt keeps running until the test ends it. */
  isSlowToStop = false;
  /** Names of the AdJobs whose attempts were stopped while `isSlowToStop` was true. */
  readonly stopping = new Set<string>();
  readonly #clock: Clock;
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<StageListener>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get alive(): StageAttempt[] {
    return [...this.#held.values()]
      .filter(({ observed }) => observed.state !== 'ended')
      .map(({ launched }) => launched);
  }

  launch(attempt: StageAttempt): Promise<void> {
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return Promise.reject(refusal);
    const id = identity(attempt);
    if (this.#held.has(id)) return Promise.resolve();
    const twin = this.started.find((other) => identity(other) === id);
    if (twin !== undefined && !isDeepStrictEqual(twin, attempt))
      throw new Error(`attempt ${id} was launched with another input`);
    const { stage, attempt: number } = attempt;
    this.started.push(attempt);
    this.#set(attempt, { stage, attempt: number, state: 'running', startTime: this.#now() });
    return Promise.resolve();
  }

  observe(owner: AttemptOwner): Promise<AttemptObservation[]> {
    return Promise.resolve(this.#of(owner).map(({ observed }) => observed));
  }

  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void> {
    for (const { launched, observed } of this.#of(owner).filter((held) => isAmong(held.launched, only))) {
      if (observed.state === 'ended') this.#held.delete(identity(launched));
      else if (this.isSlowToStop) this.stopping.add(owner.key.name);
      else this.end(launched, { exitCode: null });
    }
    return Promise.resolve();
  }

  mayRun(uid: string): boolean {
    return this.alive.some(({ owner }) => owner.uid === uid);
  }

  onChange(listener: StageListener): () => void {
    this.#listeners.add(listener);
    for (const { owner } of this.alive) listener(owner.key, owner.uid);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Ends an attempt; the default exit code is 0. */
  end(launched: StageAttempt, how: FakeEnd = {}): void {
    const { stage, attempt } = launched;
    const startTime = this.#now();
    const ended = { reason: 'exited', exitCode: 0, message: '', startTime, endTime: this.#now(), ...how } as const;
    this.#set(launched, { stage, attempt, state: 'ended', ...ended });
  }

  /** Removes every attempt, as when the launcher's process and its children are killed. */
  loseAll(): void {
    this.#held.clear();
  }

  #set(launched: StageAttempt, observed: AttemptObservation): void {
    this.#held.set(identity(launched), { launched, observed });
    for (const listener of this.#listeners) listener(launched.owner.key, launched.owner.uid);
  }

  #of({ uid }: AttemptOwner): Held[] {
    return [...this.#held.values()].filter(({ launched }) => launched.owner.uid === uid);
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

function identity({ owner, stage, attempt }: StageAttempt): string {
  return `${owner.uid}/${stage}/${attempt}`;
}
