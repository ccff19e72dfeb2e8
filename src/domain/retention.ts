import { deliveryStates, type AdJob, type DeliveryStatus } from '../schema/adjob.ts';
import { isTerminal } from './terminal.ts';

/** Ends of a delivery: none is left again. */
export const closedDeliveryStates = deliveryStates.filter((state) => state !== 'pending');

/** Whether nothing is to be delivered any more: there is no callback, or its delivery has come to an end. */
export function isCallbackClosed(callbackUrl: string | undefined, delivery: DeliveryStatus | undefined): boolean {
  if (callbackUrl === undefined) return true;
  return delivery !== undefined && delivery.state !== 'pending';
}

/** When the job ended, in milliseconds since 1970. */
export function endMsOf({ metadata, status }: AdJob): number {
  return Date.parse(status?.completionTime ?? metadata.creationTimestamp);
}

/** From when on a finished job is to be archived and deleted, in milliseconds since 1970. */
export function dueMsOf(job: AdJob, defaultTtlSeconds: number): number {
  return endMsOf(job) + (job.spec.ttlSecondsAfterFinished ?? defaultTtlSeconds) * 1_000;
}

/**
 * Whether retention may take the job, as far as its resource tells: it is finished, its callback is closed, and nobody
 * has deleted it. Whether its hold is closed, the ledger knows.
 */
export function mayGo(job: AdJob): boolean {
  if (!isTerminal(job) || job.metadata.deletionTimestamp !== undefined) return false;
  return isCallbackClosed(job.spec.callbackUrl, job.status?.delivery);
}
