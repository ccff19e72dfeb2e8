import { deliveryStates, type AdJob, type DeliveryStatus } from '../schema/adjob.ts';
import { isTerminal } from './terminal.ts';

export const closedDeliveryStates = deliveryStates.filter((state) => state !== 'pending');

export function isCallbackClosed(callbackUrl: string | undefined, delivery: DeliveryStatus | undefined): boolean {
  if (callbackUrl === undefined) return true;
  return delivery !== undefined && delivery.state !== 'pending';
}

/**
 * Returns the time at which a job finished, in milliseconds since 1970. If the status has no completion time, returns
 * the time at which the job was created.
 */
export function endMsOf({ metadata, status }: AdJob): number {
  return Date.parse(status?.completionTime ?? metadata.creationTimestamp);
}

export function dueMsOf(job: AdJob, defaultTtlSeconds: number): number {
  return endMsOf(job) + (job.spec.ttlSecondsAfterFinished ?? defaultTtlSeconds) * 1_000;
}

/**
 * Reports whether a job may be archived and its AdJob deleted, as far as the AdJob shows: the job is finished, its
 * callback needs no further delivery, and the AdJob is not being deleted already. The caller must also check in the
 * ledger that no credits are reserved for the job.
 */
export function mayGo(job: AdJob): boolean {
  if (!isTerminal(job) || job.metadata.deletionTimestamp !== undefined) return false;
  return isCallbackClosed(job.spec.callbackUrl, job.status?.delivery);
}
