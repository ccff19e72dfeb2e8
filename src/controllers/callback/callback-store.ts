import type { AdJob, AdJobStatus, DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/** A callback that is neither delivered nor given up. */
export interface OpenCallback {
  jobId: string;
  account: ObjectKey;
  url: string;
  /** Body of the callback. It equals the body of `GET /jobs/{job_id}`, byte for byte. */
  body: Buffer;
  /** Time at which the job ended, in milliseconds since 1970. */
  endMs: number;
  delivery: DeliveryStatus;
  /**
   * Request to send the callback again (replay) that the next attempt handles. A request that arrives later needs
   * another attempt.
   */
  replayRequest?: string;
  /** Part of the AdJob that is needed to write the state of the delivery. Absent for callbacks without an AdJob. */
  loaded?: LoadedJob;
}

/** Part of an AdJob as it was last read. Its metadata contains the resource version. */
export interface LoadedJob {
  metadata: AdJob['metadata'];
  status: Pick<AdJobStatus, 'delivery' | 'conditions'>;
}

/** A callback without its body. The body is not kept in memory after the callback was sent. */
export type SentCallback = Omit<OpenCallback, 'body'>;

/** Status, constant reason and message of the condition `CallbackDelivered`. */
export interface DeliveryCondition {
  status: 'True' | 'False';
  reason: 'Delivered' | 'Retrying' | 'GaveUp' | 'Gone' | 'Abandoned' | 'SecretMissing' | 'AccountMissing';
  message: string;
}

/** Change of a delivery. `condition` is absent if the condition stays as it is. */
export interface DeliveryChange {
  delivery: DeliveryStatus;
  condition?: DeliveryCondition;
}

/**
 * Storage of callbacks and the state of their delivery: the AdJobs, or the archive for jobs whose AdJob is archived or
 * was never created. For an AdJob, `key` is the key of the AdJob; for an archived job, it consists of the namespace and
 * the job id.
 */
export interface CallbackStore {
  /**
   * Reads the callback from the store. Returns undefined if the callback is delivered or given up, or if the job no
   * longer exists.
   */
  load(key: ObjectKey): Promise<OpenCallback | undefined>;
  /**
   * Stores a change of the delivery. Calls `change` with the current state of the delivery, and calls it again if
   * another client wrote the state in between. Returns the stored state, or undefined if the job no longer exists.
   */
  save(
    key: ObjectKey,
    callback: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<DeliveryStatus | undefined>;
}
