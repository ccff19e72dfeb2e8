import type { Controller } from '../../runtime/controller.ts';
import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { keyText } from '../../objects/object-key.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { FairDispatcher, type DispatchLimits } from '../../runtime/fair-dispatcher.ts';
import type { ClaimAddress } from '../../webhooks/port.ts';
import { attempt } from './attempt.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackHome } from './home.ts';

/** Backoff of a callback that cannot be read or signed. */
const backoff = { baseMs: 1_000, maxMs: 60_000 };
const limits: DispatchLimits = { total: 256, perOrigin: 8, perAddress: 8 };

/**
 * Delay before the callback is looked at again after an attempt. By then, the cache usually shows the result. A change
 * that the watch showed while the attempt ran was ignored by `add`.
 */
const recheckMs = 1_000;

/** A callback whose next attempt is due, and the queue that handles the callback again afterwards. */
export interface DueCallback {
  home: CallbackHome;
  queue: Controller;
  key: ObjectKey;
  /** Job of the callback; absent for a sample. One attempt of a job runs at once, also while the job is archived. */
  jobId?: string;
  account: ObjectKey;
  url: string;
  /** Wall time at which the attempt was due, in milliseconds since 1970. */
  dueMs: number;
}

/** The attempts that run or wait for a free slot. They run outside the queues, so that slow receivers block no queue. */
export class Attempts {
  readonly #deps: CallbackDeps;
  readonly #dispatcher = new FairDispatcher(limits);
  readonly #due = new Map<string, number>();
  readonly #backoff = new KeyBackoff(backoff);
  readonly #running = new Set<Promise<unknown>>();
  readonly #cut = new AbortController();
  #isStopped = false;

  constructor(deps: CallbackDeps) {
    this.#deps = deps;
  }

  /** Adds an attempt, unless an attempt of the same callback runs or waits. */
  add(due: DueCallback): void {
    const [id, workId] = [idOf(due), workIdOf(due)];
    if (this.#isStopped || this.#dispatcher.has(workId)) return;
    if (!this.#due.has(id)) this.#due.set(id, due.dueMs);
    this.#dispatcher.add({
      id: workId,
      account: keyText(due.account),
      origin: URL.parse(due.url)?.origin ?? '',
      run: async (claim, freeSlot) => {
        const run = this.#run(due, claim, freeSlot);
        this.#running.add(run);
        const end = await run;
        this.#running.delete(run);
        if (end === 'ended') this.#due.delete(id);
      },
    });
  }

  /** Drops the due time of a callback that needs no attempt any more. */
  forget(callback: Pick<DueCallback, 'queue' | 'key'>): void {
    this.#due.delete(idOf(callback));
  }

  /** Seconds since the oldest attempt that waits, runs or could not be made was due; 0 if there is none. */
  oldestDueSeconds(): number {
    let oldestMs = Infinity;
    for (const dueMs of this.#due.values()) oldestMs = Math.min(oldestMs, dueMs);
    return Math.max(0, (this.#deps.clock.now().getTime() - oldestMs) / 1_000);
  }

  /** Starts no further attempt, and resolves when none runs any more. `graceMs` later, requests in flight are cut. */
  async drain(graceMs: number): Promise<void> {
    this.#isStopped = true;
    const ended = new AbortController();
    void this.#deps.clock.sleep(graceMs, ended.signal).then(() => {
      this.#cut.abort();
    });
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    ended.abort();
  }

  async #run(due: DueCallback, claim: ClaimAddress, freeSlot: () => void): Promise<'ended' | 'due'> {
    const { home, queue, key } = due;
    const id = idOf(due);
    if (this.#isStopped) return 'ended';
    try {
      const result = await attempt(key, { home, deps: this.#deps, claim, freeSlot, signal: this.#cut.signal });
      if (result === 'busy') return 'due';
      this.#backoff.forget(id);
      queue.enqueueAfter(key, result === 'done' ? recheckMs : result.retryAfterMs);
      return result === 'done' || !result.isDue ? 'ended' : 'due';
    } catch (error) {
      if (error instanceof NotLeadingError || this.#cut.signal.aborted) return 'ended';
      this.#deps.logger.warn({ err: error, key: keyText(key) }, 'failed to handle a callback; retrying with backoff');
      queue.enqueueAfter(key, this.#backoff.nextMs(id));
      return 'due';
    }
  }
}

function workIdOf(due: DueCallback): string {
  return due.jobId === undefined ? idOf(due) : keyText({ namespace: due.account.namespace, name: due.jobId });
}

function idOf({ queue, key }: Pick<DueCallback, 'queue' | 'key'>): string {
  return `${queue.name}/${keyText(key)}`;
}
