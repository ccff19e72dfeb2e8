import type { StageStatus } from '../../../schema/adjob.ts';
import type { KnownJob } from './known-job.ts';

/** Waiting and running time of a stage, in milliseconds after the creation of its job. */
export interface StageTimes {
  stage: StageStatus;
  waitsFromMs: number;
  /** Undefined if the stage has not started. */
  startMs: number | undefined;
  /** End of the stage, or the time of the page while the stage waits or runs. */
  endMs: number;
}

/**
 * Returns the times of the stages in the order in which they run. A stage waits from the end of the stage before it, or
 * from the creation of the job. The times of the single attempts are not stored, so a stage runs from the launch of its
 * first attempt until it ends.
 */
export function stageTimes(job: Pick<KnownJob, 'stages' | 'createdTime' | 'completionTime'>, now: Date): StageTimes[] {
  if (job.createdTime === undefined) return [];
  const createdMs = Date.parse(job.createdTime);
  const sinceCreation = (time: string | undefined): number | undefined =>
    time === undefined ? undefined : Math.max(0, Date.parse(time) - createdMs);
  const nowMs = sinceCreation(job.completionTime) ?? Math.max(0, now.getTime() - createdMs);
  let waitsFromMs = 0;
  return job.stages.map((stage) => {
    const startMs = sinceCreation(stage.startTime);
    const isOver = stage.state === 'Skipped' || (startMs === undefined && job.completionTime !== undefined);
    const endMs = isOver && startMs === undefined ? waitsFromMs : (sinceCreation(stage.completionTime) ?? nowMs);
    const times = { stage, waitsFromMs: Math.min(waitsFromMs, startMs ?? endMs), startMs, endMs };
    waitsFromMs = Math.max(waitsFromMs, endMs);
    return times;
  });
}
