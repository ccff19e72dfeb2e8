/** A job that is ready to start: it was accepted, it is not suspended, and none of its stages is running. */
export interface WaitingJob {
  uid: string;
  /**
   * Name of the AdJob. It decides the order of jobs that were created in the same second: names that the API creates
   * (UUID v7) grow with time.
   */
  name: string;
  creationTimestamp: string;
}

export interface AccountShare {
  /**
   * Weight relative to other accounts, at least 1. Three running jobs of an account with weight 3 count as much as one
   * running job of an account with weight 1.
   */
  weight: number;
  /**
   * Maximum number of jobs of the account that run at once. If undefined, only the limit of the installation applies.
   */
  maxRunningJobs: number | undefined;
}

export const defaultShare: AccountShare = { weight: 1, maxRunningJobs: undefined };

export interface Contender {
  held: number;
  share: AccountShare;
  oldest: WaitingJob;
}

/**
 * Compares two accounts. Returns a negative number if the next job of `a` starts first: the account with fewer running
 * jobs per weight, or if these numbers are equal, the account with the older waiting job.
 *
 * Guarantee: among accounts that always have waiting jobs and are within their limits, no account is more than one job
 * ahead of its share relative to another.
 */
export function byTurn(a: Contender, b: Contender): number {
  return a.held * b.share.weight - b.held * a.share.weight || byAge(a.oldest, b.oldest);
}

export function isWithinLimit(held: number, { maxRunningJobs = Infinity }: AccountShare): boolean {
  return held < maxRunningJobs;
}

/**
 * Compares two jobs, oldest first. No two jobs are equal and the order never changes, so no job is passed over forever.
 */
export function byAge(a: WaitingJob, b: WaitingJob): number {
  return compare(a.creationTimestamp, b.creationTimestamp) || compare(a.name, b.name) || compare(a.uid, b.uid);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
