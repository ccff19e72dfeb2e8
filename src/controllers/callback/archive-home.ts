import { UnreadableRecord } from '../../archive/port.ts';
import { unsent } from '../../domain/delivery.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import type { ArchivedJob } from '../../archive/port.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { CallbackDeps } from './deps.ts';
import type { CallbackHome, DeliveryChange, OpenCallback, SentCallback } from './home.ts';

type Deps = Pick<CallbackDeps, 'archive' | 'store' | 'logger'>;

/**
 * Reads callbacks from the archive and stores the state of their delivery there, for jobs whose AdJob is archived or
 * was never created. The name in each key is the job id.
 */
export class ArchiveHome implements CallbackHome {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async load({ name: jobId }: ObjectKey): Promise<OpenCallback | undefined> {
    const job = await this.#read(jobId);
    if (job?.callbackUrl === undefined || isCallbackClosed(job.callbackUrl, job.delivery)) return undefined;
    if (await this.#isStillAdJob(job)) return undefined;
    return {
      jobId,
      account: { namespace: job.namespace, name: job.account },
      url: job.callbackUrl,
      body: Buffer.from(job.body),
      endMs: Date.parse(job.completionTime),
      delivery: job.delivery ?? unsent,
    };
  }

  /** Reports whether the archive record of the job is deleted, or its callback is delivered or given up. */
  async isClosed(jobId: string): Promise<boolean> {
    const job = await this.#read(jobId);
    return job === undefined || isCallbackClosed(job.callbackUrl, job.delivery);
  }

  async save(
    { name: jobId }: ObjectKey,
    _callback: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<DeliveryStatus | undefined> {
    const job = await this.#read(jobId);
    if (job === undefined || isCallbackClosed(job.callbackUrl, job.delivery)) return undefined;
    const before = job.delivery ?? unsent;
    const { delivery } = change(before);
    if (delivery !== before) await this.#deps.archive.putDelivery(job, delivery);
    return delivery;
  }

  /** Reads the archive record of a job. Treats an unreadable record as missing, because its callback cannot be sent. */
  async #read(jobId: string): Promise<ArchivedJob | undefined> {
    try {
      return await this.#deps.archive.get(jobId);
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      this.#deps.logger.warn({ err: error, jobId }, 'failed to read an archive record; its callback is not sent');
      return undefined;
    }
  }

  /**
   * Reports whether the AdJob exists and is not marked as archived. The archiving was then interrupted after the record
   * was written, so the AdJob still stores the state of the delivery.
   */
  async #isStillAdJob({ namespace, object }: ArchivedJob): Promise<boolean> {
    if (object === undefined) return false;
    const job = await this.#deps.store.get(adJobKind, { namespace, name: object.name });
    return job?.metadata.uid === object.uid && job.metadata.annotations?.[archivedAnnotation] !== 'true';
  }
}
