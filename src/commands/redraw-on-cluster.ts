import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jobIdOf } from '../domain/job-view.ts';
import { redrawState, type DoneRedraw, type RedrawState } from '../domain/redraw.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { redrawJob } from '../operations/jobs/redraw-job.ts';
import type { OutcomeOf } from '../operations/operation.ts';
import type { Redrawn } from '../schema/redrawn.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';
import { downloadRedrawn } from './download-redrawn.ts';
import { jobStates } from './follow-job.ts';
import { notFound, perform, type Refused } from './operation.ts';
import { withTimeLimit } from './time-limit.ts';

interface Wanted {
  id: string;
  out: string;
  timeoutMs: number;
}

/**
 * Requests a redraw of a job, waits until the controller has finished it, and downloads the files into the folder `out`.
 * Throws a `CommandError` if the redraw is refused or fails, `timeoutMs` passes first, or a download fails.
 */
export async function redrawOnCluster(context: CommandContext, { id, out, timeoutMs }: Wanted): Promise<Redrawn> {
  const explain = (refused: Refused<OutcomeOf<typeof redrawJob>>): CommandError => refusal(refused, id);
  const { object, number } = await perform(context, redrawJob, () => ({ jobId: id }), explain);
  context.err('Waiting for the controller ...\n');
  const done = await ended(context, object.metadata.name, { number, timeoutMs });
  await mkdir(out, { recursive: true });
  for (const file of done.files) {
    const bytes = await downloadRedrawn(context, file, { jobId: jobIdOf(object), number });
    await writeFileAtomically(join(out, file.name), bytes);
  }
  const files = done.files.map(({ name, bytes, isSame }) => ({ name, bytes, isSame }));
  return { files, briefMadeBy: done.briefMadeBy, drawnBy: done.drawnBy };
}

const refusals = {
  job_not_finished: 'The job has not ended yet. Draw it again when it has ended.',
  job_failed: 'The job FAILED, so there is no ad to draw again.',
  job_archived: 'The job is archived, so it has no AdJob and cannot be drawn again on the cluster.',
  redraw_running: 'The job is being drawn again already. Try again when that has ended.',
};

function refusal(refused: Refused<OutcomeOf<typeof redrawJob>>, id: string): CommandError {
  return refused.kind === 'refused' ? new CommandError(refusals[refused.code]) : notFound('AdJob', id);
}

/** Waits for the end of a redraw. */
function ended(
  context: CommandContext,
  name: string,
  { number, timeoutMs }: { number: number; timeoutMs: number },
): Promise<DoneRedraw> {
  return withTimeLimit(context.clock, timeoutMs, async (signal) => {
    let last: RedrawState['state'] | undefined;
    for await (const job of jobStates(context, name, signal)) {
      if (job === undefined) throw new CommandError('The job was archived or deleted before it was drawn again.');
      const state = redrawState(job);
      if (state === undefined || state.number < number || state.state === last) continue;
      if (state.number > number) throw new CommandError('Another redraw of the job has replaced this one.');
      if (state.state === 'done') return state;
      if (state.state === 'failed') throw new CommandError(`The job could not be drawn again. ${state.reason}`);
      context.err(progress[state.state]);
      last = state.state;
    }
    const seconds = timeoutMs / 1_000;
    throw new CommandError(
      last === undefined
        ? `The controller has not started to draw within ${seconds} s. Check that it runs and that a slot is free (maxRunningJobs).`
        : `The job was not drawn again within ${seconds} s (${last}). See the pods with kubectl get pods -l adwright.dev/stage=redraw.`,
      exitCodes.timedOut,
    );
  });
}

const progress = { starting: 'Starting the pod ...\n', drawing: 'Drawing ...\n' };
