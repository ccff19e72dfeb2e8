import { jobIdOf } from '../../domain/job-view.ts';
import { isMarkedArchived } from '../../domain/labels.ts';
import { dueMsOf, endMsOf, hasOpenCallback, isArchivable } from '../../domain/retention.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { JobObject } from '../../ledger/port.ts';
import { Oldest } from './oldest.ts';

export interface Candidate extends JobObject {
  jobId: string;
  endMs: number;
  isExcess: boolean;
}

export interface ChoiceLimits {
  ttlSeconds: number;
  finishedJobsMax: number;
}

/**
 * Maximum number of jobs of each kind that one archive pass chooses. The kinds are jobs whose time to live is over, and
 * jobs that exceed the allowed number of finished jobs.
 */
const chosenMax = 10_000;

/**
 * Reports whether the time to live of the job is over. Always returns true for a job that is already marked as
 * archived.
 */
export function isDue(job: AdJob, ttlSeconds: number, now: Date): boolean {
  if (isMarkedArchived(job)) return true;
  return dueMsOf(job, ttlSeconds) <= now.getTime();
}

/**
 * Chooses the finished jobs to archive: the jobs that are due, and the oldest of the jobs above the limit. Jobs with an
 * open callback are chosen last, and only because of the limit.
 */
export class Choice {
  readonly #limits: ChoiceLimits;
  readonly #now: Date;
  readonly #due = new Oldest<Candidate>(chosenMax);
  readonly #young = new Oldest<Candidate>(chosenMax);
  readonly #undelivered = new Oldest<Candidate>(chosenMax);
  #finished = 0;

  constructor(limits: ChoiceLimits, now: Date) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Adds a finished job. Call `see` once per job. A job that is being deleted does not count towards the allowed number
   * of finished jobs.
   */
  see(job: AdJob): void {
    const { namespace, name, uid, deletionTimestamp } = job.metadata;
    if (deletionTimestamp === undefined) this.#finished += 1;
    if (!isArchivable(job)) return;
    const isOpen = !isMarkedArchived(job) && hasOpenCallback(job);
    const isExcess = isOpen || !isDue(job, this.#limits.ttlSeconds, this.#now);
    const candidate = { namespace, name, uid, jobId: jobIdOf(job), endMs: endMsOf(job), isExcess };
    if (isOpen) this.#undelivered.add(candidate);
    else (isExcess ? this.#young : this.#due).add(candidate);
  }

  /**
   * Returns the chosen jobs: first the due jobs, then the excess jobs, then those with an open callback, each kind in
   * order of age, oldest first.
   */
  chosen(): Candidate[] {
    const tooMany = this.#finished - this.#due.added - this.#limits.finishedJobsMax;
    const young = this.#young.first(Math.max(0, tooMany));
    return [...this.#due.first(chosenMax), ...young, ...this.#undelivered.first(Math.max(0, tooMany - young.length))];
  }
}
