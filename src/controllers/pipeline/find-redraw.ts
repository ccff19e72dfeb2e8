import { siblingKey } from '../../domain/artifact-keys.ts';
import { drawingStage, openRedraw, redrawStageName, redrawState } from '../../domain/redraw.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { briefFiles } from '../../schema/drawn-files.ts';
import type { PipelineDeps } from './deps.ts';
import type { SeenRedraw } from './decision-input.ts';

/**
 * Reason of a redraw that fails because the artifact store cannot be reached. Such a redraw is not retried, because an
 * operator waits for it and can request another.
 */
export const unreachableStore = 'The artifact store cannot be reached.';

export function logUnreachable(error: unknown, job: AdJob, { logger }: Pick<PipelineDeps, 'logger'>): void {
  const { namespace, name } = job.metadata;
  logger.error(
    { err: error, namespace, name, redraw: openRedraw(job) },
    'failed to access the artifact store for a redraw; the redraw fails',
  );
}

/** Returns the attempt of the redraw that is requested for a finished job and has not ended. */
export function redrawAttempt(job: AdJob): AttemptNumber | undefined {
  const number = openRedraw(job);
  return number === undefined ? undefined : { stage: redrawStageName, attempt: number };
}

export async function findRedraw(
  job: AdJob,
  deps: Pick<PipelineDeps, 'artifacts' | 'logger'>,
): Promise<SeenRedraw | undefined> {
  const number = openRedraw(job);
  if (number === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  const state = redrawState(job);
  const recorded = state?.number === number ? state.state : undefined;
  return { number, recorded, source: recorded === undefined ? await findSource(job, deps) : undefined };
}

async function findSource(job: AdJob, deps: Pick<PipelineDeps, 'artifacts' | 'logger'>): Promise<SeenRedraw['source']> {
  const { spec, status } = job;
  const stage = drawingStage(spec.type)?.name;
  const record = status?.stages?.find(({ name, state }) => name === stage && state === 'Succeeded');
  if (stage === undefined || record?.resultRef === undefined)
    return { refusal: 'The job has no stage that drew an ad from a brief.' };
  const briefAt = siblingKey(record.resultRef, briefFiles.brief);
  try {
    const isStored = (await deps.artifacts.stat(briefAt)) !== undefined;
    return isStored ? { stage, briefAt } : { refusal: 'The brief of the job is not stored any more.' };
  } catch (error) {
    logUnreachable(error, job, deps);
    return { refusal: unreachableStore };
  }
}
