import { requestKey, siblingKey } from '../../domain/artifact-keys.ts';
import { jobIdOf } from '../../domain/job-view.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { AdJob, StageStatus } from '../../schema/adjob.ts';
import { filesMissing, type StageWait } from '../../schema/stage-wait.ts';
import { findAttempt, type SeenAttempt } from './attempt-end.ts';
import type { PipelineDeps } from './deps.ts';
import { started } from './stage-waits.ts';
import { nextStage, numberOf, runningStage, type PlannedStage } from './stage-list.ts';

/**
 * Returns the name of a file that a stage needs and that the artifact store does not have: the request, or a file of an
 * earlier stage. Looks only for a stage whose attempt has just failed, or that waits for its files. Throws if the
 * artifact store cannot be read.
 */
export async function findMissingFile(
  job: AdJob,
  attempts: readonly SeenAttempt[],
  { artifacts }: Pick<PipelineDeps, 'artifacts'>,
): Promise<string | undefined> {
  const stage = stageToCheck(job, attempts);
  if (stage === undefined) return undefined;
  for (const [name, key] of neededFiles(stage, job)) {
    if ((await artifacts.stat(key)) === undefined) return name;
  }
  return undefined;
}

function stageToCheck({ metadata, spec, status }: AdJob, attempts: readonly SeenAttempt[]): PlannedStage | undefined {
  if (metadata.deletionTimestamp !== undefined || status?.phase !== 'PROCESSING') return undefined;
  const { stages = [] } = status;
  const running = runningStage(stages, spec);
  if (running !== undefined) return hasFailed(running, attempts) ? running : undefined;
  const next = nextStage(stages, spec);
  return next !== undefined && waitsForFiles(next.record) ? next : undefined;
}

function hasFailed({ record }: PlannedStage, attempts: readonly SeenAttempt[]): boolean {
  const seen = findAttempt(attempts, numberOf(record));
  return seen?.state === 'ended' && seen.end.kind === 'failed';
}

function neededFiles({ definition }: PlannedStage, job: AdJob): [name: string, key: string][] {
  const earlier = definition.inputs.flatMap((input): [string, string][] => {
    const [stage, file = ''] = input.split('/');
    const record = job.status?.stages?.find(({ name, state }) => name === stage && state === 'Succeeded');
    return record?.resultRef === undefined ? [] : [[input, siblingKey(record.resultRef, file)]];
  });
  return [['request.json', requestKey(jobIdOf(job))], ...earlier];
}

export function waitsForFiles({ waiting }: StageStatus): boolean {
  return waiting?.reason === filesMissing;
}

export function waitForFile(name: string, now: Date): StageWait {
  const message = `The file ${name} of the job is missing in the file storage. The stage starts again once it is there.`;
  return { reason: filesMissing, message, since: timestamp(now) };
}

/** Returns the record of a stage that is launched, because its files are there. */
export function withFiles(record: StageStatus): StageStatus {
  return waitsForFiles(record) ? started(record) : record;
}
