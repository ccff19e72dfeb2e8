import { isEndPhase } from '../../domain/terminal.ts';
import { mayRun, type Actor } from '../../operations/actor.ts';
import { cancelJob } from '../../operations/jobs/cancel-job.ts';
import { eraseJob } from '../../operations/jobs/erase-job.ts';
import { replayCallback } from '../../operations/jobs/replay-callback.ts';
import type { JobRow } from '../jobs/job-row.ts';

export const bulkActions = ['cancel', 'replay', 'erase'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The operation that a bulk action runs for each of its jobs. */
export const bulkOperations = { cancel: cancelJob, replay: replayCallback, erase: eraseJob };

/** Reason why a bulk action leaves out a job that was chosen. */
export const skipReasons = ['finished', 'not-finished', 'no-callback', 'archived', 'deleting'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Returns the bulk actions that an actor may run, in the order of their buttons. */
export function actionsOf(actor: Actor): BulkAction[] {
  return bulkActions.filter((action) => mayRun(bulkOperations[action].right, actor));
}

/** Returns why a job is skipped, or undefined if the action suits the job. The operation checks again. */
export function skipReasonOf(action: BulkAction, { standing, delivery }: JobRow): SkipReason | undefined {
  const isFinished = isEndPhase(standing.phase);
  if (action === 'cancel') return isFinished ? 'finished' : standing.isDeleting ? 'deleting' : undefined;
  if (!isFinished) return 'not-finished';
  if (action === 'erase') return undefined;
  if (delivery === undefined) return 'no-callback';
  if (standing.isArchived) return 'archived';
  return standing.isDeleting ? 'deleting' : undefined;
}

/** Maximum number of jobs of one bulk action. */
export const bulkJobsMax = 1_000;

export interface Selection {
  jobIds: string[];
  /** The accounts of the jobs, as `namespace/name`. */
  accounts: string[];
  /** Number of chosen jobs that are left out, by the reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Number of suitable jobs above `bulkJobsMax`. */
  excess: number;
}

/** Selects the jobs of a bulk action from the chosen rows. The first rows come first. */
export function selectJobs(action: BulkAction, rows: Iterable<JobRow>): Selection {
  const selection: Omit<Selection, 'accounts'> = { jobIds: [], skipped: {}, excess: 0 };
  const accounts = new Set<string>();
  for (const row of rows) {
    const reason = skipReasonOf(action, row);
    if (reason !== undefined) selection.skipped[reason] = (selection.skipped[reason] ?? 0) + 1;
    else if (selection.jobIds.length >= bulkJobsMax) selection.excess += 1;
    else {
      selection.jobIds.push(row.jobId);
      accounts.add(row.owner.accountKey);
    }
  }
  return { ...selection, accounts: [...accounts] };
}
