import { jobIdOf } from '../../domain/job-view.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import { dueMsOf, endMsOf, mayGo } from '../../domain/retention.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { JobObject } from '../../ledger/port.ts';
import { Oldest } from './oldest.ts';

/** What is remembered of a finished job that may go. */
export interface Candidate extends JobObject {
  jobId: string;
  endMs: number;
  /** Its time is not over, but there are too many finished jobs. */
  isExcess: boolean;
}

export interface ChoiceLimits {
  ttlSeconds: number;
  finishedJobsMax: number;
}

/** The rest waits for the next pass. */
const chosenMax = 10_000;

/** A job that was marked is in the archive: whatever its time is now, it goes. */
export function isDue(job: AdJob, ttlSeconds: number, now: Date): boolean {
  if (job.metadata.annotations?.[archivedAnnotation] === 'true') return true;
  return dueMsOf(job, ttlSeconds) <= now.getTime();
}

/** Which of the finished jobs go: those whose time is over, and the oldest of those that are too many. */
export class Choice {
  readonly #limits: ChoiceLimits;
  readonly #now: Date;
  readonly #due = new Oldest<Candidate>(chosenMax);
  readonly #young = new Oldest<Candidate>(chosenMax);
  #finished = 0;

  constructor(limits: ChoiceLimits, now: Date) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Each finished job once. One that is being deleted does not count any more. */
  see(job: AdJob): void {
    const { namespace, name, uid, deletionTimestamp } = job.metadata;
    if (deletionTimestamp === undefined) this.#finished += 1;
    if (!mayGo(job)) return;
    const isExcess = !isDue(job, this.#limits.ttlSeconds, this.#now);
    const candidate = { namespace, name, uid, jobId: jobIdOf(job), endMs: endMsOf(job), isExcess };
    (isExcess ? this.#young : this.#due).add(candidate);
  }

  /** The oldest first, those whose time is over before all others. */
  chosen(): Candidate[] {
    const tooMany = this.#finished - this.#due.added - this.#limits.finishedJobsMax;
    return [...this.#due.first(chosenMax), ...this.#young.first(Math.max(0, tooMany))];
  }
}
