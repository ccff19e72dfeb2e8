import type { Controller } from '../../runtime/controller.ts';
import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { keyText } from '../../objects/object-key.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { FairDispatcher, type DispatchLimits } from '../../runtime/fair-dispatcher.ts';
import type { ClaimAddress } from '../../webhooks/port.ts';
import { attempt } from './attempt.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackStore } from './callback-store.ts';
import { MissingAccounts } from './missing-accounts.ts';

/** Delays before a callback that could not be read, signed or stored is handled again. */
const backoff = { baseMs: 1_000, maxMs: 60_000 };
const limits: DispatchLimits = { total: 256, reserved: 64, perOrigin: 8, perAddress: 8 };

/**
 * Delay in milliseconds before a callback is checked again after an attempt. By then, the cache usually shows the
 * result of the attempt. The check is needed, because `add` ignores changes of the callback during the attempt.
 */
const recheckMs = 1_000;

/** A callback whose next attempt is due, and the queue in which the callback is checked again after the attempt. */
export interface DueCallback {
  callbacks: CallbackStore;
  queue: Controller;
  key: ObjectKey;
  /**
   * Id of the callback's job; absent for a sample callback. At most one attempt per job runs at a time, even while the
   * job moves to the archive.
   */
  jobId?: string;
  account: ObjectKey;
  url: string;
  /** Wall time at which the attempt became due, in milliseconds since 1970. */
  dueMs: number;
}

/**
 * The attempts to deliver callbacks that are running or waiting for a free slot. They do not occupy the workers of the
 * queues, so that slow receivers block no queue.
 */
export class Attempts {
  readonly #deps: CallbackDeps;
  readonly #dispatcher = new FairDispatcher(limits);
  readonly #missingAccounts: MissingAccounts;
  readonly #due = new Map<string, number>();
  readonly #backoff = new KeyBackoff(backoff);
  readonly #running = new Set<Promise<unknown>>();
  readonly #abortInFlight = new AbortController();
  #isStopped = false;

  constructor(deps: CallbackDeps) {
    this.#deps = deps;
    this.#missingAccounts = new MissingAccounts(deps);
  }

  /** Adds an attempt, unless an attempt to deliver the same callback runs or waits. */
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

  /** Drops the recorded due time of a callback that needs no attempt any more. */
  clearDueTime(callback: Pick<DueCallback, 'queue' | 'key'>): void {
    this.#due.delete(idOf(callback));
  }

  /** Returns the seconds since the oldest unfinished attempt became due; 0 if no attempt is due. */
  oldestDueSeconds(): number {
    let oldestMs = Infinity;
    for (const dueMs of this.#due.values()) oldestMs = Math.min(oldestMs, dueMs);
    return Math.max(0, (this.#deps.clock.now().getTime() - oldestMs) / 1_000);
  }

  /**
   * Starts no further attempts, and resolves when no attempt is running any more. After `graceMs`, aborts the requests
   * that are still in flight.
   */
  async drain(graceMs: number): Promise<void> {
    this.#isStopped = true;
    const ended = new AbortController();
    void this.#deps.clock.sleep(graceMs, ended.signal).then(() => {
      this.#abortInFlight.abort();
    });
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    ended.abort();
  }

  async #run(due: DueCallback, claim: ClaimAddress, freeSlot: () => void): Promise<'ended' | 'due'> {
    const { callbacks, queue, key } = due;
    const id = idOf(due);
    if (this.#isStopped) return 'ended';
    try {
      const [deps, missingAccounts, { signal }] = [this.#deps, this.#missingAccounts, this.#abortInFlight];
      const result = await attempt(key, { callbacks, deps, missingAccounts, claim, freeSlot, signal });
      if (result === 'busy') return 'due';
      this.#backoff.reset(id);
      queue.enqueueAfter(key, result === 'done' ? recheckMs : result.retryAfterMs);
      return result === 'done' || !result.isDue ? 'ended' : 'due';
    } catch (error) {
      if (error instanceof NotLeadingError || this.#abortInFlight.signal.aborted) return 'ended';
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
