import { sum } from '../../domain/sum.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { pagesById } from '../../runtime/pages.ts';
import { archiveJob } from './archive-job.ts';
import { Choice, type Candidate } from './choice.ts';
import type { RetentionDeps, Run } from './deps.ts';

const holdsPerPage = 1_000;
const batchSize = 500;
const jobsAtOnce = 4;

/** Chooses the finished jobs to archive, writes their archive records and deletes their AdJobs. */
export async function archivePass(run: Run): Promise<void> {
  const { deps, signal, failures } = run;
  const chosen = await choose(deps);
  failures.begin();
  let archived = 0;
  for (let from = 0; from < chosen.length && !signal.aborted; from += batchSize) {
    const batch = chosen.slice(from, from + batchSize);
    // Jobs with reserved credits are listed only after all jobs of this batch had finished. No credits are ever
    // reserved for a finished job, so a finished job that is not in the list may be archived.
    const open = await openHolds(deps);
    const closed = batch.filter(({ jobId }) => !open.has(jobId));
    archived += await archiveAll(closed, run);
  }
  if (!signal.aborted) failures.end();
  if (archived > 0) deps.logger.info({ jobs: archived }, 'archived finished jobs');
}

/**
 * Archives several jobs at a time, because most of the time of one is waiting. Returns how many were archived. Once one
 * fails for a reason that would also fail the others, no further one begins.
 */
async function archiveAll(candidates: Candidate[], run: Run): Promise<number> {
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const next = candidates.values();
  const work = async (): Promise<number> =>
    archiveNext(next, { ...run, signal }).catch((error: unknown) => {
      stop.abort();
      throw error;
    });
  const workers = await Promise.allSettled(Array.from({ length: jobsAtOnce }, work));
  return sum(
    workers.map((worker) => {
      if (worker.status === 'rejected') throw worker.reason;
      return worker.value;
    }),
  );
}

async function archiveNext(candidates: Iterable<Candidate>, { deps, pacer, signal, failures }: Run): Promise<number> {
  let archived = 0;
  for (const candidate of candidates) {
    if (deps.isHalted?.() === true) break;
    if (!failures.isDue(candidate.jobId)) continue;
    if (!(await pacer.turn(signal))) break;
    const outcome = await failures.attempt(candidate.jobId, () => archiveJob(candidate, deps));
    if (outcome === 'archived') archived += 1;
  }
  return archived;
}

async function choose({ jobs, config, clock }: RetentionDeps): Promise<Candidate[]> {
  const choice = new Choice(config, clock.now());
  for await (const job of jobs.values()) if (isTerminal(job)) choice.see(job);
  return choice.chosen();
}

async function openHolds({ holds }: RetentionDeps): Promise<Set<string>> {
  const open = new Set<string>();
  for await (const page of pagesById((at) => holds.listHolds(at), holdsPerPage)) {
    for (const { jobId } of page) open.add(jobId);
  }
  return open;
}
