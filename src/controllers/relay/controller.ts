import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { pagesById } from '../../runtime/pages.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { Intent } from '../../ledger/port.ts';
import type { RelayDeps } from './deps.ts';
import { relayIntent } from './relay-intent.ts';

const pauseMs = 2_000;
/** Of an intent that could not be brought further. */
const backoff = { baseMs: 2_000, maxMs: 60_000 };
/** Each may carry a request of 256 KiB. */
const pageSize = 50;
/** Intents worked on at once: they wait for the API server and the ledger. */
const workers = 8;

export interface RelayController {
  /** Work until the signal aborts, beginning at once. */
  start(signal: AbortSignal): void;
  /** After the abort: resolves when nothing is under way any more. */
  drain(): Promise<void>;
}

/** Makes the objects that the API left unmade, and the records of those that can never be made. A relay runs once. */
export function createRelay(deps: RelayDeps): RelayController {
  const { clock, logger } = deps;
  const relay = new Relay(deps);
  const warnings = new SparseWarnings({ clock, logger });
  let run = Promise.resolve();
  return {
    start(signal) {
      const failed = (error: unknown) => {
        warnings.warn({ err: error }, 'the intents could not be listed');
      };
      run = runRounds({ round: (stop) => relay.pass(stop), pauseMs, clock, failed }, signal);
    },
    drain: () => run,
  };
}

class Relay {
  readonly #deps: RelayDeps;
  readonly #backoff = new KeyBackoff(backoff);
  readonly #warnings: SparseWarnings;
  /** Intents not to be looked at before a moment of the monotonic clock. */
  #later = new Map<string, number>();
  #oldestMs: number | undefined;
  #isLeading = true;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#warnings = new SparseWarnings(deps);
    deps.metrics.oldestIntent(() =>
      this.#oldestMs === undefined ? undefined : Math.max(0, deps.clock.now().getTime() - this.#oldestMs) / 1_000,
    );
  }

  /** Look at every intent once. One that fails keeps no other back. */
  async pass(signal: AbortSignal): Promise<void> {
    const { intents } = this.#deps.ledger;
    const seen = new Map<string, number>();
    let oldestMs: number | undefined;
    this.#isLeading = true;
    for await (const page of pagesById((at) => intents.list(at), pageSize)) {
      oldestMs = oldest(page, oldestMs);
      this.#oldestMs = this.#oldestMs === undefined ? oldestMs : Math.min(this.#oldestMs, oldestMs ?? Infinity);
      await this.#workOn(page, seen, signal);
      if (this.#isOver(signal)) return;
    }
    this.#oldestMs = oldestMs;
    for (const jobId of this.#later.keys()) if (!seen.has(jobId)) this.#backoff.forget(jobId);
    this.#later = seen;
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || !this.#isLeading;
  }

  async #workOn(page: readonly Intent[], seen: Map<string, number>, signal: AbortSignal): Promise<void> {
    const left = page.values();
    const work = async (): Promise<void> => {
      for (const intent of left) {
        if (this.#isOver(signal)) return;
        const notBeforeMs = await this.#tend(intent);
        if (notBeforeMs !== undefined) seen.set(intent.jobId, notBeforeMs);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** Returns the moment before which the intent is not to be looked at again. */
  async #tend(intent: Intent): Promise<number | undefined> {
    const { jobId, account } = intent;
    const nowMs = this.#deps.clock.monotonicMs();
    const notBeforeMs = this.#later.get(jobId) ?? -Infinity;
    if (nowMs < notBeforeMs) return notBeforeMs;
    try {
      const delayMs = await relayIntent(intent, this.#deps);
      this.#backoff.forget(jobId);
      return delayMs === undefined ? undefined : nowMs + delayMs;
    } catch (error) {
      if (error instanceof NotLeadingError) {
        this.#isLeading = false;
        return undefined;
      }
      this.#warnings.warn({ err: error, jobId, account }, 'an accepted job could not be brought to its object');
      return nowMs + this.#backoff.nextMs(jobId);
    }
  }
}

/** Of those for which an object is still to come. */
function oldest(page: readonly Intent[], beforeMs: number | undefined): number | undefined {
  const waiting = page.filter(({ error }) => error === undefined).map(({ createdTime }) => Date.parse(createdTime));
  const times = beforeMs === undefined ? waiting : [...waiting, beforeMs];
  return times.length === 0 ? undefined : Math.min(...times);
}
