import { jobIdOf } from '../../domain/job-view.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { timeLeftMs } from '../../domain/timeouts.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { findAttempt } from './attempt-end.ts';
import type { Facts, SeenModelCalls } from './decision-input.ts';
import type { PipelineDeps } from './deps.ts';
import { modelCallsOf, recordsOf, storedCalls } from './model-calls.ts';
import { numberOf, plannedStages, runningStage, type PlannedStage } from './stage-list.ts';
import { planOf } from './stage-models.ts';

/**
 * Returns the calls of models by the stage that runs, or waits for another attempt, if its attempt has ended or the job
 * is about to end. Reads nothing for a stage without models. A store that cannot be read does not keep a job from its
 * end: its calls are then unknown.
 */
export async function findModelCalls(
  job: AdJob,
  ends: Pick<Facts, 'attempts' | 'missing'>,
  deps: PipelineDeps,
): Promise<SeenModelCalls | undefined> {
  const isOver = isAboutToEnd(job, deps);
  const stage = isTerminal(job) ? undefined : stageOf(job, isOver);
  if (stage === undefined || planOf(job, stage.definition, deps) === undefined) return undefined;
  const isFinal = hasEnded(stage, ends);
  if (!isFinal && !isOver) return undefined;
  const number = numberOf(stage.record);
  const files = { jobId: jobIdOf(job), ...number };
  try {
    const stored = await storedCalls(files, deps.config.installationSecret, deps.artifacts);
    return { stage: number.stage, calls: modelCallsOf(number.stage, recordsOf(stored)), isFinal };
  } catch (error) {
    if (!isOver) throw error;
    deps.logger.warn({ err: error, ...files }, 'failed to read the calls of models of a job that ends');
    return undefined;
  }
}

function isAboutToEnd({ metadata, spec, status }: AdJob, { clock }: PipelineDeps): boolean {
  const isUnwanted = spec.cancel === true || metadata.deletionTimestamp !== undefined;
  return isUnwanted || timeLeftMs({ metadata, spec }, status?.suspension, clock.now()) === 0;
}

function stageOf({ status, spec }: AdJob, isOver: boolean): PlannedStage | undefined {
  const running = runningStage(status?.stages, spec);
  if (running !== undefined || !isOver) return running;
  return plannedStages(status?.stages ?? [], spec).find(
    ({ record: { state, attempt } }) => state === 'Pending' && attempt > 0,
  );
}

function hasEnded({ record }: PlannedStage, { attempts, missing }: Pick<Facts, 'attempts' | 'missing'>): boolean {
  if (record.state !== 'Running' || missing !== undefined) return true;
  return findAttempt(attempts, numberOf(record))?.state === 'ended';
}
