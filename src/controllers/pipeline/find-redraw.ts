import { siblingKey } from '../../domain/artifact-keys.ts';
import { drawingStage, openRedraw, redrawStageName, redrawState } from '../../domain/redraw.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { briefFiles } from '../../schema/drawn-files.ts';
import type { PipelineDeps } from './deps.ts';
import type { SeenRedraw } from './decision-input.ts';

/** Returns the attempt of the redraw that is requested for a finished job and has not ended. */
export function redrawNumber(job: AdJob): AttemptNumber | undefined {
  const number = openRedraw(job);
  return number === undefined ? undefined : { stage: redrawStageName, attempt: number };
}

export async function findRedraw(
  job: AdJob,
  { artifacts }: Pick<PipelineDeps, 'artifacts'>,
): Promise<SeenRedraw | undefined> {
  const number = openRedraw(job);
  if (number === undefined || job.metadata.deletionTimestamp !== undefined) return undefined;
  const state = redrawState(job);
  const noted = state?.number === number ? state.state : undefined;
  return { number, noted, source: noted === undefined ? await findSource(job, artifacts) : undefined };
}

async function findSource(
  { spec, status }: AdJob,
  artifacts: PipelineDeps['artifacts'],
): Promise<SeenRedraw['source']> {
  const stage = drawingStage(spec.type)?.name;
  const record = status?.stages?.find(({ name, state }) => name === stage && state === 'Succeeded');
  if (stage === undefined || record?.resultRef === undefined)
    return { refusal: 'The job has no stage that drew an ad from a brief.' };
  const briefAt = siblingKey(record.resultRef, briefFiles.brief);
  try {
    const isStored = (await artifacts.stat(briefAt)) !== undefined;
    return isStored ? { stage, briefAt } : { refusal: 'The brief of the job is not stored any more.' };
  } catch {
    // The operator waits for the answer, so the redraw fails at once instead of being tried again and again.
    return { refusal: 'The artifact store cannot be reached.' };
  }
}
