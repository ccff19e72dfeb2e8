import { accountOf } from '../../domain/account-of.ts';
import { UnreadableRecord } from '../../archive/port.ts';
import { setCondition } from '../../domain/conditions.ts';
import { copiedFrom, ranBeforeReason, runHash } from '../../domain/earlier-run.ts';
import { isApiJobName } from '../../domain/job-view.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { decision, type Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { generation } from './ending.ts';
import type { PipelineMemory } from './gather.ts';

type Archived = Pick<PipelineDeps, 'archive'>;

/**
 * Returns the id of the job that was run for an earlier object of the same name with the same request. Returns undefined
 * if there was none. The ledger must not know the AdJob.
 *
 * The earlier job is known by one of three: the archive has a record under the name of the AdJob (it came from the REST
 * API), the AdJob is a copy whose annotation names an object that the ledger or the archive knows (a backup without
 * status), or the archive has a record of the same request (a manifest that is applied again after retention).
 */
export async function findEarlierRun(
  job: AdJob,
  { archive }: Archived,
  { cached, ledger }: Pick<PipelineMemory, 'cached' | 'ledger'>,
): Promise<string | undefined> {
  const { namespace, name, uid } = job.metadata;
  if (isApiJobName(name) && (await isArchived(name, job, { archive }))) return name;
  const stored = { metadata: job.metadata, spec: cached(job.metadata)?.spec ?? job.spec };
  const original = copiedFrom(stored);
  if (original !== undefined) {
    const known = await ledger.call((each) => each.bind(original, { namespace, name, uid }, accountOf(job)));
    if (known.kind === 'taken' || (await isArchived(original, job, { archive }))) return original;
  }
  const repeated = await archive.run(runHash(stored));
  return repeated !== undefined && (await isArchived(repeated, job, { archive })) ? repeated : undefined;
}

async function isArchived(jobId: string, { metadata }: AdJob, { archive }: Archived): Promise<boolean> {
  try {
    const record = await archive.get(jobId);
    return record?.namespace === metadata.namespace && record.object?.uid !== metadata.uid;
  } catch (error) {
    if (error instanceof UnreadableRecord) return true;
    throw error;
  }
}

/** Leaves an AdJob alone that was run before: records why, and does nothing else. */
export function leaveAlone({ job, jobId }: DecisionInput, earlierId: string, now: Date): Decision {
  const message =
    `The job ${earlierId} was run for another AdJob of this name. This AdJob is not run, nothing is charged, and no ` +
    'callback is sent. To run it again, create it under another name.';
  const refused = { type: 'Admitted', status: 'False', reason: ranBeforeReason, message } as const;
  const conditions = setCondition(job.status?.conditions, { ...refused, ...generation({ job }) }, now);
  return decision({
    status: { ...job.status, jobId, conditions },
    events: [{ type: 'Normal', reason: ranBeforeReason, message }],
  });
}
