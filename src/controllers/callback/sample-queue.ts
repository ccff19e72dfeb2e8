import { isExpired, sampleRequest } from '../../domain/callback-sample.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { Controller } from '../../runtime/controller.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { Attempts } from './attempts.ts';
import type { CallbackDeps } from './deps.ts';
import { SampleCallbacks } from './sample-callbacks.ts';

const backoff = { baseMs: 1_000, maxMs: 60_000 };

export type WatchedAccounts = Pick<ObjectCache<AdAccount>, 'get' | 'onChange'>;

/**
 * Sends the sample callbacks that accounts request, under the same rules as other callbacks: limits of connections,
 * checks of the address, and signature. An account has at most one sample callback in flight.
 */
export class SampleQueue {
  readonly #deps: CallbackDeps;
  readonly #accounts: WatchedAccounts;
  readonly #attempts: Attempts;
  readonly #callbacks: SampleCallbacks;
  readonly #queue: Controller;

  constructor(deps: CallbackDeps, accounts: WatchedAccounts, attempts: Attempts) {
    const { clock, logger } = deps;
    this.#deps = deps;
    this.#accounts = accounts;
    this.#attempts = attempts;
    this.#callbacks = new SampleCallbacks(deps);
    const reconcile = (key: ObjectKey) => this.#reconcile(key);
    this.#queue = new Controller({ name: 'callback-sample', reconcile, clock, logger, backoff });
  }

  async run(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#accounts.onChange((change) => {
      if (change.type !== 'deleted' && sampleRequest(change.view) !== undefined) this.#queue.enqueue(change.key);
    });
    signal.addEventListener('abort', unsubscribe, { once: true });
    await this.#queue.run(signal);
  }

  async #reconcile(key: ObjectKey): Promise<object> {
    const account = this.#accounts.get(key);
    const request = account && sampleRequest(account);
    if (request === undefined) {
      this.#attempts.clearDueTime({ queue: this.#queue, key });
      return {};
    }
    const { id, url } = request;
    const now = this.#deps.clock.now();
    if (isExpired(request, now)) {
      await this.#callbacks.refuse(key, id, 'expired');
    } else if (!this.#deps.allowHttp && !url.startsWith('https://')) {
      await this.#callbacks.refuse(key, id, 'https_required');
    } else {
      const dueMs = now.getTime();
      this.#attempts.add({ callbacks: this.#callbacks, queue: this.#queue, key, account: key, url, dueMs });
    }
    return {};
  }
}
