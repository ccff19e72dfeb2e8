import { accountOf } from '../../domain/account-of.ts';
import { archivedRun } from '../../archive/port.ts';
import { setCondition } from '../../domain/conditions.ts';
import { copiedFrom, ranBeforeReason } from '../../domain/earlier-run.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { requiredCredits } from '../../domain/pricing.ts';
import type { BindResult } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { decision, type Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { generation } from './ending.ts';
import type { PipelineMemory } from './gather.ts';

/**
 * Job of an earlier object of the same name with the same request. `ended`: it was run. `open`: it was accepted and has
 * not ended, and its id and reserved credits now belong to this AdJob.
 */
export type EarlierRun =
  { kind: 'ended'; jobId: string } | { kind: 'open'; jobId: string; held: Extract<BindResult, { kind: 'bound' }> };

/**
 * Returns the job that was run for an earlier object of the same name with the same request. Returns undefined if there
 * was none. The ledger must not have bound the name of the AdJob. If a crash follows the call, a second call has the same
 * result, even if credits are reserved for the AdJob by then.
 *
 * The archive has the record of the earlier job, or the AdJob is a copy whose annotation names an object that the ledger
 * knows (a backup without status).
 */
export async function findEarlierRun(
  job: AdJob,
  deps: Pick<PipelineDeps, 'archive' | 'store' | 'config'>,
  { cached, ledger }: Pick<PipelineMemory, 'cached' | 'ledger'>,
): Promise<EarlierRun | undefined> {
  const stored = { metadata: job.metadata, spec: cached(job.metadata)?.spec ?? job.spec };
  const original = copiedFrom(stored);
  if (original !== undefined) {
    const known = await findHold(original, job, deps, { ledger });
    if (known.kind === 'bound') return { kind: 'open', jobId: original, held: known };
    if (known.kind === 'taken') return { kind: 'ended', jobId: original };
  }
  const archived = await archivedRun(stored, deps.archive);
  return archived === undefined ? undefined : { kind: 'ended', jobId: archived };
}

/**
 * Asks the ledger for the credits that are reserved under this id, and takes them over from an earlier AdJob of the same
 * name, if its job has not ended. The earlier AdJob is gone if this AdJob exists, which is read from the API and not from
 * the cache. An AdJob of another price takes over nothing: its request is another one, or prices have changed.
 */
export async function findHold(
  jobId: string,
  job: AdJob,
  { store, config }: Pick<PipelineDeps, 'store' | 'config'>,
  { ledger }: Pick<PipelineMemory, 'ledger'>,
): Promise<BindResult> {
  const { namespace, name, uid } = job.metadata;
  const object = { namespace, name, uid };
  const known = await ledger.call((each) => each.bind(jobId, object, accountOf(job)));
  if (known.kind !== 'taken' || job.metadata.deletionTimestamp !== undefined) return known;
  const credits = requiredCredits(job.spec, config.prices);
  if (credits === undefined) return known;
  if ((await store.get(adJobKind, job.metadata))?.metadata.uid !== uid) return known;
  return ledger.call((each) => each.rebind(jobId, object, accountOf(job), credits));
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
