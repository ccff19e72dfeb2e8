import type { AdJob, DeliveryStatus } from '../../../schema/adjob.ts';
import { currentStage, waitOf } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import type { KnownJob } from './known-job.ts';

const {
  jobList,
  job: { waits },
} = texts;

/** Returns the rest of the sentence `Waits …` for a job, or undefined if the job does not wait. */
export function waitsFor({ object, source }: KnownJob, delivery: DeliveryStatus | undefined): string | undefined {
  if (source === 'intent') return waits.adJob;
  if (object !== undefined) return objectWait(object, delivery);
  return delivery?.state === 'pending' ? jobList.waits.callback : undefined;
}

function objectWait(object: AdJob, delivery: DeliveryStatus | undefined): string | undefined {
  const cause = waitOf(object, delivery);
  if (cause === 'slot') return waits.slot;
  const stage = currentStage(object.status?.stages);
  if (cause === 'stage_start') return stage?.waiting && waits.stageStart(stage.name, stage.waiting.message);
  if (cause === 'retry') return stage && waits.retry(stage.name, stage.message ?? '');
  return cause && jobList.waits[cause];
}
