import { isExpired, sampleBody, sampleRequest, type SampleResult } from '../../domain/callback-sample.ts';
import { failureText, unsent } from '../../domain/delivery.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { sampleResultAnnotation } from '../../domain/labels.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { isStoreError } from '../../objects/store-error.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackStore, DeliveryChange, OpenCallback, SentCallback } from './callback-store.ts';

type Deps = Pick<CallbackDeps, 'store' | 'clock' | 'events'>;

/**
 * Reads requests for sample callbacks from AdAccounts, and stores the results in an annotation of the AdAccount. A
 * sample callback is sent only once. The keys that the methods get are keys of AdAccounts.
 */
export class SampleCallbacks implements CallbackStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async load(key: ObjectKey): Promise<OpenCallback | undefined> {
    const account = await this.#deps.store.get(adAccountKind, key);
    const request = account && sampleRequest(account);
    const now = this.#deps.clock.now();
    if (request === undefined || isExpired(request, now)) return undefined;
    const { id: jobId, url } = request;
    return { jobId, account: key, url, body: sampleBody(jobId), endMs: now.getTime(), delivery: unsent };
  }

  async save(
    key: ObjectKey,
    { jobId: id, delivery: before }: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<undefined> {
    const attempt = change(before).delivery.deliveries?.at(-1);
    if (attempt === undefined) {
      await this.refuse(key, id, 'secret_missing');
      return;
    }
    const { attempt: _, ...result } = attempt;
    await this.#write(key, { id, ...result });
  }

  /** Stores that a sample callback was not sent, with the reason `error`. */
  async refuse(key: ObjectKey, id: string, error: string): Promise<void> {
    const time = timestamp(this.#deps.clock.now());
    await this.#write(key, { id, time, latencyMs: 0, outcome: 'failed', error });
  }

  async #write(key: ObjectKey, result: SampleResult): Promise<void> {
    const annotations = { [sampleResultAnnotation]: JSON.stringify(result) };
    try {
      const account = await this.#deps.store.patch(adAccountKind, key, { metadata: { annotations } });
      const { namespace, name, uid } = account.metadata;
      this.#deps.events.emit({ ...eventOf(result), object: { kind: adAccountKind.kind, namespace, name, uid } });
    } catch (error) {
      if (!isStoreError(error, 'NotFound')) throw error;
    }
  }
}

function eventOf(result: SampleResult) {
  if (result.outcome === 'delivered') {
    return { type: 'Normal', reason: 'CallbackTested', message: 'The receiver accepted the sample callback.' } as const;
  }
  const message = `The sample callback ${failureText(result)}.`;
  return { type: 'Warning', reason: 'CallbackTestFailed', message } as const;
}
