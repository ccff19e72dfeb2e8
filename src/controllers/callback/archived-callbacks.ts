import { UnreadableRecord } from '../../archive/port.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { ArchivedJob } from '../../archive/port.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackStore, DeliveryChange, OpenCallback, SentCallback } from './callback-store.ts';

type Deps = Pick<CallbackDeps, 'archive' | 'store' | 'logger'>;

/**
 * Reads callbacks from the archive and stores the state of their delivery there, for jobs whose AdJob is archived or
 * was never created. In the keys that its methods get, `name` is the job id.
 */
export class ArchivedCallbacks implements CallbackStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async load({ name: jobId }: ObjectKey): Promise<OpenCallback | undefined> {
    const job = await this.#deps.archive.get(jobId);
    if (job?.callbackUrl === undefined) return undefined;
    const delivery = await this.#deps.archive.delivery(job);
    if (delivery?.state !== 'pending' || (await this.#isStillAdJob(job))) return undefined;
    return {
      jobId,
      account: { namespace: job.namespace, name: job.account },
      url: job.callbackUrl,
      body: Buffer.from(job.body),
      endMs: Date.parse(job.completionTime),
      delivery,
    };
  }

  /** Reports whether the archive record of the job is deleted, or its callback is delivered or given up. */
  async isClosed(jobId: string): Promise<boolean> {
    const job = await this.#deps.archive.get(jobId);
    return job === undefined || (await this.#deps.archive.delivery(job))?.state !== 'pending';
  }

  async save(
    { name: jobId }: ObjectKey,
    callback: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<DeliveryStatus | undefined> {
    const before = await this.#latest(callback);
    if (before === undefined) return undefined;
    const { delivery } = change(before);
    const { namespace, name: account } = callback.account;
    if (delivery !== before) await this.#deps.archive.putDelivery({ jobId, namespace, account }, delivery);
    return delivery;
  }

  /**
   * Returns the latest state of a delivery that is still open; undefined if the delivery is closed or the record is
   * gone. If a file is unreadable, returns the state before the attempt, so that the result of the attempt can be stored.
   */
  async #latest({ jobId, delivery: sent }: SentCallback): Promise<DeliveryStatus | undefined> {
    const { archive, logger } = this.#deps;
    try {
      const job = await archive.get(jobId);
      const delivery = job && (await archive.delivery(job));
      return delivery?.state === 'pending' ? delivery : undefined;
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      logger.warn(
        { err: error, jobId },
        'failed to read the stored state of a callback delivery; storing the result of the attempt anyway',
      );
      return sent;
    }
  }

  /**
   * Reports whether the AdJob exists and is not marked as archived. If so, the archiving was interrupted after the
   * record was written, and the AdJob still stores the state of the delivery.
   */
  async #isStillAdJob({ namespace, object }: ArchivedJob): Promise<boolean> {
    if (object === undefined) return false;
    const job = await this.#deps.store.get(adJobKind, { namespace, name: object.name });
    return job?.metadata.uid === object.uid && job.metadata.annotations?.[archivedAnnotation] !== 'true';
  }
}
