import { archivePrefixes, jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import type { RetentionDeps, Run } from './deps.ts';

/** Age in milliseconds above which no writer is still working on an unfinished file. */
const unfinishedMs = 3_600_000;

/**
 * Erases the archived jobs whose time in the archive is over, unless their callback is still to be sent. Also deletes
 * expired callback deliveries without an archive record, expired records of requests that were run, and unfinished
 * archive files that killed processes have left.
 */
export async function erasePass(run: Run): Promise<void> {
  const { deps, failures, signal } = run;
  const { archive, artifacts, clock, config, logger } = deps;
  const unfinished = new Date(clock.now().getTime() - unfinishedMs);
  for (const prefix of archivePrefixes) await artifacts.deleteUnfinished(prefix, unfinished);
  const before = new Date(clock.now().getTime() - config.archiveSeconds * 1_000);
  await archive.deleteRuns(before, signal);
  failures.begin();
  const open = await openCallbacks(deps, signal);
  let erased = 0;
  for await (const jobId of archive.listExpired(before, signal)) {
    if (open.has(jobId) || !failures.isDue(jobId)) continue;
    if (!(await mayErase(run))) break;
    const outcome = await failures.attempt(jobId, () => erase(jobId, deps));
    if (outcome === 'erased') erased += 1;
  }
  if (!signal.aborted) failures.end();
  if (erased > 0) logger.info({ jobs: erased }, 'erased expired archive records and their artifacts');
}

async function mayErase({ deps, pacer, signal }: Run): Promise<boolean> {
  return (await pacer.turn(signal)) && deps.isHalted?.() !== true;
}

/**
 * Deletes the files of the job before its archive record, because without the record no later pass would find the
 * files. If the archive has only the final delivery of the job and no record, the files of the job were deleted
 * earlier, or belong to an AdJob that still exists.
 */
async function erase(jobId: string, deps: RetentionDeps): Promise<'erased' | 'left'> {
  const { archive, artifacts, store } = deps;
  const record = await archive.get(jobId);
  if (record?.object !== undefined) {
    // While the AdJob of an archived job still exists, for example because of another finalizer, the files of the job
    // are still served and must not be deleted.
    const job = await store.get(adJobKind, { namespace: record.namespace, name: record.object.name });
    if (job?.metadata.uid === record.object.uid) return 'left';
  }
  if (record !== undefined) await artifacts.deleteTree(jobPrefix(jobId));
  await archive.delete(jobId);
  return 'erased';
}

/**
 * Returns the ids of the archived jobs whose callback is still to be sent. Ignores the delivery state in the archive
 * records: if a record has the state `pending` but its open delivery is missing, nothing sends the callback, and the
 * record would never be erased.
 */
async function openCallbacks({ archive }: RetentionDeps, signal: AbortSignal): Promise<Set<string>> {
  const open = new Set<string>();
  for await (const { jobId } of archive.listOpenDeliveries(signal)) open.add(jobId);
  return open;
}
