import { deliveryStates, type AdJob, type DeliveryStatus } from '../schema/adjob.ts';
import { replayRequest } from './delivery.ts';
import { hasRunBefore } from './earlier-run.ts';
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
 * Reports whether the job is finished and not being deleted. Before archiving it, the caller must also check in the
 * ledger that the job's reserved credits are charged or released.
 */
export function isArchivable(job: AdJob): boolean {
  return isTerminal(job) && !hasRunBefore(job) && job.metadata.deletionTimestamp === undefined;
}

/** Reports whether a callback of the job is still to be sent, either for the first time or as a requested replay. */
export function hasOpenCallback(job: AdJob): boolean {
  if (job.spec.callbackUrl === undefined || hasRunBefore(job)) return false;
  return !isCallbackClosed(job.spec.callbackUrl, job.status?.delivery) || replayRequest(job) !== undefined;
}
