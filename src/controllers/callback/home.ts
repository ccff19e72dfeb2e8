import type { AdJob, AdJobStatus, DeliveryStatus } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/** A callback that is neither delivered nor given up. */
export interface OpenCallback {
  jobId: string;
  account: ObjectKey;
  url: string;
  /** Body of `GET /jobs/{job_id}`, byte for byte. */
  body: Buffer;
  /** End of the job, in milliseconds since 1970. */
  endMs: number;
  delivery: DeliveryStatus;
  /** Request for a replay that the next attempt handles. A later request needs another attempt. */
  replayRequest?: string;
  /** What a write of the delivery needs of the AdJob. Absent for callbacks without an AdJob. */
  loaded?: LoadedJob;
}

/** Part of an AdJob as it was read, with its resource version. */
export interface LoadedJob {
  metadata: AdJob['metadata'];
  status: Pick<AdJobStatus, 'delivery' | 'conditions'>;
}

/** A callback without its body, which is not kept in memory once it was sent. */
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
 * Home of the deliveries of one kind: the AdJobs, or the archive for jobs whose AdJob is deleted or was never created.
 * Keys are those of AdJobs, or namespace and job id.
 */
export interface CallbackHome {
  /** Returns the callback, read from the store; undefined if it is closed or the job is gone. */
  load(key: ObjectKey): Promise<OpenCallback | undefined>;
  /**
   * Stores a change. Calls `change` with the latest delivery, again if another writer was first. Returns the stored
   * delivery, or undefined if the job is gone.
   */
  save(
    key: ObjectKey,
    callback: SentCallback,
    change: (before: DeliveryStatus) => DeliveryChange,
  ): Promise<DeliveryStatus | undefined>;
}
