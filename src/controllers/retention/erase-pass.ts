import { jobPrefix } from '../../domain/artifact-keys.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import type { RetentionDeps, Run } from './deps.ts';

export async function erasePass({ deps, pacer, failures, signal }: Run): Promise<void> {
  const { archive, clock, config, logger } = deps;
  const before = new Date(clock.now().getTime() - config.archiveSeconds * 1_000);
  failures.begin();
  let erased = 0;
  for await (const jobId of archive.listExpired(before)) {
    if (!failures.isDue(jobId)) continue;
    if (!(await pacer.turn(signal))) break;
    const outcome = await failures.attempt(jobId, () => erase(jobId, deps));
    if (outcome === 'erased') erased += 1;
  }
  if (!signal.aborted) failures.end();
  if (erased > 0) logger.info({ jobs: erased }, 'erased expired archive records and their artifacts');
}

/**
 * Deletes the files of the job before its archive record, because without the record no later pass would find the
 * files.
 */
async function erase(jobId: string, deps: RetentionDeps): Promise<'erased' | 'left'> {
  const { archive, artifacts, store } = deps;
  const record = await archive.get(jobId);
  if (record === undefined || !isCallbackClosed(record.callbackUrl, record.delivery)) return 'left';
  if (record.object !== undefined) {
    // While the AdJob of an archived job still exists, for example because of another finalizer, the files of the job
    // are still served and must not be deleted.
    const job = await store.get(adJobKind, { namespace: record.namespace, name: record.object.name });
    if (job?.metadata.uid === record.object.uid) return 'left';
  }
  await artifacts.deleteTree(jobPrefix(jobId));
  await archive.delete(jobId);
  return 'erased';
}
