import { accountOf } from '../../domain/account-of.ts';
import { archivedRun } from '../../archive/port.ts';
import { setCondition } from '../../domain/conditions.ts';
import { copiedFrom, ranBeforeReason } from '../../domain/earlier-run.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { decision, type Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { generation } from './ending.ts';
import type { PipelineMemory } from './gather.ts';

/**
 * Returns the id of the job that was run for an earlier object of the same name with the same request. Returns undefined
 * if there was none. The ledger must not have bound the name of the AdJob. If a crash follows the call, a second call has
 * the same result, even if credits are reserved for the AdJob by then.
 *
 * The archive has the record of the earlier job, or the AdJob is a copy whose annotation names an object that the ledger
 * knows (a backup without status).
 */
export async function findEarlierRun(
  job: AdJob,
  { archive }: Pick<PipelineDeps, 'archive'>,
  { cached, ledger }: Pick<PipelineMemory, 'cached' | 'ledger'>,
): Promise<string | undefined> {
  const { namespace, name, uid } = job.metadata;
  const stored = { metadata: job.metadata, spec: cached(job.metadata)?.spec ?? job.spec };
  const original = copiedFrom(stored);
  if (original !== undefined) {
    const known = await ledger.call((each) => each.bind(original, { namespace, name, uid }, accountOf(job)));
    if (known.kind === 'taken') return original;
  }
  return archivedRun(stored, archive);
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
