/** A job that is ready to start: accepted, not suspended, without a running stage. */
export interface WaitingJob {
  uid: string;
  /** Orders jobs that were created in the same second. Names that the API creates (UUID v7) grow with time. */
  name: string;
  /** RFC 3339. */
  creationTimestamp: string;
}

/** Share of an account in the capacity of the installation. */
export interface AccountShare {
  /**
   * Weight relative to other accounts: three running jobs of an account with weight 3 count as much as one of an
   * account with weight 1. At least 1.
   */
  weight: number;
  /** Maximum number of jobs of the account that run at once. Undefined: only the limit of the installation applies. */
  maxRunningJobs: number | undefined;
}

/** Share of an account without settings, or of a missing account. */
export const defaultShare: AccountShare = { weight: 1, maxRunningJobs: undefined };

/** An account that has waiting jobs and so competes for a free slot. */
export interface Contender {
  /** Number of slots (places for running jobs) that the account occupies. */
  held: number;
  share: AccountShare;
  /** The oldest waiting job of the account. */
  oldest: WaitingJob;
}

/**
 * Compares two accounts. Returns a negative number if `a` goes first: the account with fewer running jobs per weight,
 * then the account with the older waiting job.
 *
 * Guarantee: among accounts that always have jobs waiting and are within their limits, no account is more than one job
 * ahead of its share relative to another. An account without running jobs precedes all accounts that have some.
 */
export function byTurn(a: Contender, b: Contender): number {
  return a.held * b.share.weight - b.held * a.share.weight || byAge(a.oldest, b.oldest);
}

/** Reports whether the limit of the account allows another job to start. */
export function isWithinLimit(held: number, { maxRunningJobs = Infinity }: AccountShare): boolean {
  return held < maxRunningJobs;
}

/** Compares two jobs, oldest first. The order is total and stable, so that no job is passed over forever. */
export function byAge(a: WaitingJob, b: WaitingJob): number {
  return compare(a.creationTimestamp, b.creationTimestamp) || compare(a.name, b.name) || compare(a.uid, b.uid);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
