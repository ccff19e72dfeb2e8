/** A job that could start now: accepted, not suspended, no stage of it running. */
export interface WaitingJob {
  uid: string;
  /** Decides between jobs of the same second: the API's names (UUID v7) grow with time. */
  name: string;
  /** `namespace/name`; shares between accounts are weighed by it. */
  account: string;
  /** RFC 3339. */
  creationTimestamp: string;
}

export interface StartLimits {
  /** Of the whole installation; 0 starts nothing. */
  maxRunningJobs: number;
}

/**
 * The jobs that may start next, best first: the oldest, as far as there is room.
 *
 * Guarantee: the same jobs give the same answer in any order of the list, so a job is never passed over for ever.
 * All accounts are equal here; weights and limits of an account are one more ordering before age.
 */
export function nextToStart(waiting: readonly WaitingJob[], runningCount: number, limits: StartLimits): WaitingJob[] {
  const room = Math.max(0, limits.maxRunningJobs - runningCount);
  return room === 0 ? [] : waiting.toSorted(byAge).slice(0, room);
}

function byAge(a: WaitingJob, b: WaitingJob): number {
  return compare(a.creationTimestamp, b.creationTimestamp) || compare(a.name, b.name) || compare(a.uid, b.uid);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
