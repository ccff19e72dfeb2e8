import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { redrawState, type DoneRedraw, type RedrawState } from '../domain/redraw.ts';
import { messageOf } from '../files/error-code.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { sha256 } from '../files/sha256.ts';
import { redrawJob } from '../operations/jobs/redraw-job.ts';
import type { OutcomeOf } from '../operations/operation.ts';
import type { Redrawn } from '../schema/redrawn.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';
import { jobStates } from './follow-job.ts';
import { notFound, perform, type Refused } from './operation.ts';

interface Wanted {
  id: string;
  out: string;
  timeoutMs: number;
}

/**
 * Requests that the controller draws a job again, waits until it has, and downloads the files into the folder `out`.
 * Throws a `CommandError` if the job cannot be drawn, the time is over, or a file cannot be downloaded.
 */
export async function redrawOnCluster(context: CommandContext, { id, out, timeoutMs }: Wanted): Promise<Redrawn> {
  const explain = (refused: Refused<OutcomeOf<typeof redrawJob>>): CommandError => refusal(refused, id);
  const { object, number } = await perform(context, redrawJob, () => ({ jobId: id }), explain);
  context.err('Waiting for the controller ...\n');
  const done = await ended(context, object.metadata.name, { number, timeoutMs });
  await mkdir(out, { recursive: true });
  for (const file of done.files) await writeFileAtomically(join(out, file.name), await download(file));
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

async function ended(
  context: CommandContext,
  name: string,
  { number, timeoutMs }: { number: number; timeoutMs: number },
): Promise<DoneRedraw> {
  let last: RedrawState['state'] | undefined;
  for await (const job of jobStates(context, name, AbortSignal.timeout(timeoutMs))) {
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
      ? `The controller has not started to draw within ${seconds} s. Check that it runs.`
      : `The job was not drawn again within ${seconds} s (${last}). See the pods with kubectl get pods -l adwright.dev/stage=redraw.`,
    exitCodes.timedOut,
  );
}

const progress = { starting: 'Starting the pod ...\n', drawing: 'Drawing ...\n' };

async function download({ name, url, bytes, sha256: expected }: DoneRedraw['files'][number]): Promise<Buffer> {
  const failed = (why: string): CommandError =>
    new CommandError(
      `The job was drawn again, but ${name} cannot be downloaded: ${why} (${url}). Check that the API and the artifact store can be reached.`,
    );
  let answer: Response;
  let body: Buffer;
  try {
    answer = await fetch(url, { redirect: 'error' });
    body = answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0);
  } catch (error) {
    throw failed(error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error));
  }
  if (!answer.ok) throw failed(`status ${answer.status}`);
  if (body.length !== bytes || sha256(body) !== expected) throw failed('its content is not what was drawn');
  return body;
}
