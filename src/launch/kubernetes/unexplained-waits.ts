import type { Clock } from '../../clock/port.ts';
import type { Observed } from './job-observation.ts';

/** Number of waits without a reason that may appear at once, and in each second after that. */
const [atOnce, perSecond] = [10, 1];
/** Time in milliseconds after which a wait that could not appear is looked at again. */
const againMs = 5_000;

/**
 * Limits how many attempts begin to be reported as waiting although the cluster states no reason. In a burst all stages
 * start late, and each report costs two writes of the AdJob and an Event. A token bucket.
 */
export class UnexplainedWaits {
  readonly #clock: Pick<Clock, 'now'>;
  #tokens: number = atOnce;
  #filledMs: number;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#filledMs = clock.now().getTime();
  }

  /** Returns what is reported of an attempt. `before` is what was reported last. */
  limit(found: Observed, before: Observed['observation']): Observed {
    const { observation, changesMs = Infinity } = found;
    if (observation?.state !== 'waiting' || observation.wait?.reason !== 'NotStarted') return found;
    if ((before?.state === 'waiting' && before.wait !== undefined) || this.#take()) return found;
    const { wait: _, ...hidden } = observation;
    return { ...found, observation: hidden, changesMs: Math.min(changesMs, this.#clock.now().getTime() + againMs) };
  }

  #take(): boolean {
    const nowMs = this.#clock.now().getTime();
    this.#tokens = Math.min(atOnce, this.#tokens + Math.max(0, nowMs - this.#filledMs) * (perSecond / 1_000));
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
