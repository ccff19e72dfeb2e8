import { isConditionTrue } from '../../domain/conditions.ts';
import { hasRunBefore } from '../../domain/earlier-run.ts';
import { isMarkedArchived } from '../../domain/labels.ts';
import { modelWait } from '../../domain/model-wait.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob, DeliveryStatus, StageStatus } from '../../schema/adjob.ts';

/**
 * Cause for which a job waits.
 * - `admission`: the controller has not decided yet whether the job may run, for example because the ledger is
 *   unavailable or does not count the grants of the account yet.
 * - `account_slot`: the account runs as many jobs as its `maxRunningJobs` allows.
 * - `installation_slot`: a free slot of the installation, or the turn of the account.
 * - `model`: the turn of the next stage at a model of one's own.
 * - `stage_start`: a stage is launched, and its pod has not started, for example because no node has room.
 * - `retry`: the next attempt of a stage whose last attempt has no result.
 * - `suspended`: an operator must resume the job.
 * - `cancellation`: the job was cancelled, and the controller has not ended it yet.
 * - `deletion`: the AdJob is being deleted.
 * - `ran_before`: the AdJob was run before, and is left alone until it is deleted.
 * - `callback`: the job is finished, and its callback is not delivered yet.
 */
export const waitCauses = [
  ...(['admission', 'account_slot', 'installation_slot', 'model', 'stage_start', 'retry'] as const),
  ...(['suspended', 'cancellation', 'deletion', 'ran_before', 'callback'] as const),
];
export type WaitCause = (typeof waitCauses)[number];

/** Cause that the AdJob alone shows. Which slot a job waits for depends on the other jobs of its account. */
export type OwnWait = Exclude<WaitCause, 'account_slot' | 'installation_slot'> | 'slot';

/** Returns what a job waits for, or undefined if a stage of the job is running or nothing is left to do. */
export function waitOf(job: AdJob, delivery: Pick<DeliveryStatus, 'state'> | undefined): OwnWait | undefined {
  if (job.metadata.deletionTimestamp !== undefined) return 'deletion';
  if (hasRunBefore(job)) return 'ran_before';
  if (isTerminal(job)) return delivery?.state === 'pending' && !isMarkedArchived(job) ? 'callback' : undefined;
  return openWait(job);
}

function openWait({ spec, status }: AdJob): OwnWait | undefined {
  if (spec.cancel === true) return 'cancellation';
  if (spec.suspend === true) return 'suspended';
  if (!isConditionTrue(status?.conditions, 'Admitted')) return 'admission';
  return stageWait(currentStage(status?.stages));
}

function stageWait(stage: StageStatus | undefined): OwnWait | undefined {
  if (stage?.state === 'Running') return stage.waiting && 'stage_start';
  if (stage?.message === modelWait) return 'model';
  return stage !== undefined && isRetry(stage) ? 'retry' : 'slot';
}

/** Attempts that a suspension has stopped are counted as disruptions; the resumed job waits for a slot. */
function isRetry({ attempt, message }: StageStatus): boolean {
  return attempt > 0 && message !== 'Suspended.';
}

/** Returns the stage that is running, or the one that is next. */
export function currentStage(stages: readonly StageStatus[] = []): StageStatus | undefined {
  return stages.find(({ state }) => state === 'Running') ?? stages.find(({ state }) => state === 'Pending');
}
