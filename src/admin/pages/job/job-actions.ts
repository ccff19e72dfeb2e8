import { isEndPhase } from '../../../domain/terminal.ts';
import type { Right } from '../../../operations/actor.ts';
import { cancelJob } from '../../../operations/jobs/cancel-job.ts';
import { eraseJob } from '../../../operations/jobs/erase-job.ts';
import { replayCallback } from '../../../operations/jobs/replay-callback.ts';
import type { AdminDeps } from '../../deps.ts';
import { runOperation, type Refusal } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import type { KnownJob } from './known-job.ts';

const { actions: words } = texts.job;

type Deps = Pick<AdminDeps, 'jobs' | 'store' | 'archive' | 'artifacts' | 'ledger' | 'clock' | 'auditLog'>;

/** Outcome of an action. `code` says why nothing was done. */
export type ActionOutcome =
  { kind: 'done' } | { kind: 'not-found' } | { kind: 'refused'; code: keyof typeof words.refused } | Refusal;

/** Action of a person on a job, on its page. */
export interface JobAction {
  name: 'cancel' | 'erase' | 'replay';
  title: string;
  /** Sentence about the effect. */
  text: string;
  /** True if it cannot be undone. */
  isDangerous: boolean;
  right: Right;
  /** Returns why the action makes no sense now. The operation decides whether it is possible. */
  refusalOf: (job: KnownJob) => keyof typeof words.refused | undefined;
  run: (jobId: string, by: { deps: Deps; viewer: Viewer; reason: string | undefined }) => Promise<ActionOutcome>;
}

export const jobActions: readonly JobAction[] = [
  {
    ...{ name: 'replay', title: words.replay, text: words.replayText, isDangerous: false, right: replayCallback.right },
    refusalOf: ({ phase, hasCallback, source }) => {
      if (!hasCallback) return 'no_callback';
      if (!isEndPhase(phase)) return 'job_not_finished';
      return source === 'resource' ? undefined : 'job_archived';
    },
    run: async (jobId, by) => {
      const outcome = await runOperation(replayCallback, { jobId }, by);
      if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.code };
      return outcome.kind === 'limited' ? { kind: 'refused', code: 'limited' } : outcome;
    },
  },
  {
    ...{ name: 'cancel', title: words.cancel, text: words.cancelText, isDangerous: true, right: cancelJob.right },
    refusalOf: ({ phase, isDeleting }) => (isDeleting ? 'deleting' : isEndPhase(phase) ? 'finished' : undefined),
    run: async (jobId, by) => {
      const outcome = await runOperation(cancelJob, { jobId }, by);
      return outcome.kind === 'finished' ? { kind: 'refused', code: 'finished' } : outcome;
    },
  },
  {
    ...{ name: 'erase', title: words.erase, text: words.eraseText, isDangerous: true, right: eraseJob.right },
    refusalOf: ({ phase, isDeleting }) => (isDeleting ? 'deleting' : isEndPhase(phase) ? undefined : 'not-finished'),
    run: async (jobId, by) => {
      const outcome = await runOperation(eraseJob, { jobId }, by);
      return outcome.kind === 'not-finished' ? { kind: 'refused', code: 'not-finished' } : outcome;
    },
  },
];
