import { isEndPhase } from '../../../domain/terminal.ts';
import { mayRun } from '../../../operations/actor.ts';
import { cancelJob } from '../../../operations/jobs/cancel-job.ts';
import { eraseJob } from '../../../operations/jobs/erase-job.ts';
import { replayCallback } from '../../../operations/jobs/replay-callback.ts';
import { runOperation } from '../../run-operation.ts';
import type { AdminDeps } from '../../deps.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import type { KnownJob } from './known-job.ts';

const { actions: words } = texts.job;

export type ActionDeps = Pick<AdminDeps, 'jobs' | 'store' | 'archive' | 'artifacts' | 'ledger' | 'clock' | 'auditLog'>;

/** Why nothing was done. */
export type RefusedCode = keyof typeof words.refused;
export type ActionOutcome =
  { kind: 'done' } | { kind: 'not-found' | 'not-allowed' } | { kind: 'refused'; code: RefusedCode };

/** What a person can do with a job on its page. */
export interface JobAction {
  name: 'cancel' | 'erase' | 'replay';
  title: string;
  text: string;
  /** True: it cannot be undone, so a page of its own asks first. */
  isFinal: boolean;
  isOffered: (job: KnownJob, viewer: Viewer) => boolean;
  run: (jobId: string, by: { deps: ActionDeps; viewer: Viewer; reason: string | undefined }) => Promise<ActionOutcome>;
}

export const jobActions: readonly JobAction[] = [
  {
    ...{ name: 'replay', title: words.replay, text: words.replayText, isFinal: false },
    isOffered: ({ phase, hasCallback, source }, { actor }) =>
      mayRun(replayCallback.right, actor) && hasCallback && isEndPhase(phase) && source === 'resource',
    run: async (jobId, by) => {
      const outcome = await runOperation(replayCallback, { jobId }, by);
      if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.code };
      if (outcome.kind === 'limited') return { kind: 'refused', code: 'limited' };
      return outcomeOf(outcome.kind);
    },
  },
  {
    ...{ name: 'cancel', title: words.cancel, text: words.cancelText, isFinal: true },
    isOffered: ({ phase, isDeleting }, { actor }) =>
      mayRun(cancelJob.right, actor) && !isEndPhase(phase) && !isDeleting,
    run: async (jobId, by) => outcomeOf((await runOperation(cancelJob, { jobId }, by)).kind),
  },
  {
    ...{ name: 'erase', title: words.erase, text: words.eraseText, isFinal: true },
    isOffered: ({ phase, isDeleting }, { actor }) => mayRun(eraseJob.right, actor) && isEndPhase(phase) && !isDeleting,
    run: async (jobId, by) => outcomeOf((await runOperation(eraseJob, { jobId }, by)).kind),
  },
];

type Kind = 'done' | 'not-found' | 'not-allowed' | 'finished' | 'not-finished' | 'not-recorded' | 'sign-in-again';

function outcomeOf(kind: Kind): ActionOutcome {
  return kind === 'done' || kind === 'not-found' || kind === 'not-allowed' ? { kind } : { kind: 'refused', code: kind };
}
