import { adJobKind } from '../../domain/kinds.ts';
import { endPhases, type EndPhase } from '../../domain/terminal.ts';
import { pagesById, pagesOf } from '../../runtime/pages.ts';
import type { ListOptions } from '../../store/port.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { archiveJob } from './archive-job.ts';
import { Choice, type Candidate } from './choice.ts';
import type { RetentionDeps, Run } from './deps.ts';

const jobsPerPage = 250;
const holdsPerPage = 1_000;
const batchSize = 500;

/**
 * Chooses the finished jobs to archive, writes their archive records and deletes their AdJobs. Returns the time in
 * milliseconds that was spent on listing the finished jobs.
 */
export async function archivePass(run: Run): Promise<number> {
  const { deps, signal, failures } = run;
  const startMs = deps.clock.monotonicMs();
  const chosen = await choose(deps, signal);
  const tookMs = deps.clock.monotonicMs() - startMs;
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
  return tookMs;
}

async function archiveAll(candidates: Candidate[], { deps, pacer, signal, failures }: Run): Promise<number> {
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

async function choose(deps: RetentionDeps, signal: AbortSignal): Promise<Candidate[]> {
  const choice = new Choice(deps.config, deps.clock.now());
  for (const phase of endPhases) await seeAll(phase, choice, deps, signal);
  return choice.chosen();
}

/**
 * Adds all finished jobs with this phase (SUCCESS or FAILED) to `choice`, which selects the jobs to archive. If the
 * list of jobs expires in the API server before it is read completely, the next pass handles the remaining jobs.
 */
async function seeAll(phase: EndPhase, choice: Choice, { store, config }: RetentionDeps, signal: AbortSignal) {
  const { namespace } = config;
  const select: ListOptions = { fieldSelector: `status.phase=${phase}`, limit: jobsPerPage };
  if (namespace !== undefined) select.namespace = namespace;
  try {
    for await (const { items } of pagesOf(store, adJobKind, select)) {
      for (const job of items) choice.see(job);
      if (signal.aborted) return;
    }
  } catch (error) {
    if (!isStoreError(error, 'Expired')) throw error;
  }
}

async function openHolds({ holds }: RetentionDeps): Promise<Set<string>> {
  const open = new Set<string>();
  for await (const page of pagesById((at) => holds.listHolds(at), holdsPerPage)) {
    for (const { jobId } of page) open.add(jobId);
  }
  return open;
}
