/** A job that could start now: accepted, not suspended, no stage of it running. */
export interface WaitingJob {
  uid: string;
  /** Decides between jobs of the same second: the API's names (UUID v7) grow with time. */
  name: string;
  /** RFC 3339. */
  creationTimestamp: string;
}

/** What an account may have of the installation. */
export interface AccountShare {
  /** Beside that of others: with 3, three of its jobs count as much as one of an account with 1. At least 1. */
  weight: number;
  /** Undefined: as many as the installation has room for. */
  maxRunningJobs: number | undefined;
}

/** Of an account that nobody has set anything for, or that is not there. */
export const defaultShare: AccountShare = { weight: 1, maxRunningJobs: undefined };

/** An account that has jobs waiting. */
export interface Contender {
  /** Places that it holds. */
  held: number;
  share: AccountShare;
  /** Of those that wait. */
  oldest: WaitingJob;
}

/**
 * Negative where `a` has its turn before `b`: the account with the least running per weight comes first, then the one whose
 * job waits longest.
 *
 * Guarantee: among accounts that all have jobs waiting and are within their limits, none is more than one job ahead of
 * its share of what another has. One that has nothing running comes before all that have.
 */
export function byTurn(a: Contender, b: Contender): number {
  return a.held * b.share.weight - b.held * a.share.weight || byAge(a.oldest, b.oldest);
}

/** Whether the account's own limit lets another job of it start. */
export function isWithinLimit(held: number, { maxRunningJobs = Infinity }: AccountShare): boolean {
  return held < maxRunningJobs;
}

/** Oldest first. The same for the same two jobs always, so that a job is never passed over for ever. */
export function byAge(a: WaitingJob, b: WaitingJob): number {
  return compare(a.creationTimestamp, b.creationTimestamp) || compare(a.name, b.name) || compare(a.uid, b.uid);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
