import { deliveryStates, type AdJob, type DeliveryStatus } from '../schema/adjob.ts';
import { replayRequest } from './delivery.ts';
import { isTerminal } from './terminal.ts';

/** States of a callback's delivery that never change again. */
export const closedDeliveryStates = deliveryStates.filter((state) => state !== 'pending');

/**
 * Reports whether the callback of a job needs no further delivery: the job has no callback, or its delivery has
 * succeeded or was given up.
 */
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

/** Returns the time from which a finished job may be archived and its AdJob deleted, in milliseconds since 1970. */
export function dueMsOf(job: AdJob, defaultTtlSeconds: number): number {
  return endMsOf(job) + (job.spec.ttlSecondsAfterFinished ?? defaultTtlSeconds) * 1_000;
}

/** Reports whether the job is finished and not being deleted. Only the ledger shows whether its hold is closed. */
export function isArchivable(job: AdJob): boolean {
  return isTerminal(job) && job.metadata.deletionTimestamp === undefined;
}

/** Reports whether a callback of the job remains to be sent, for the first time or again. */
export function hasOpenCallback(job: AdJob): boolean {
  if (job.spec.callbackUrl === undefined) return false;
  return !isCallbackClosed(job.spec.callbackUrl, job.status?.delivery) || replayRequest(job) !== undefined;
}
