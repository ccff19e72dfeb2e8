import type { AdJob, DeliveryStatus } from '../../../schema/adjob.ts';
import { currentStage, waitOf } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import type { KnownJob } from './known-job.ts';

const { waits } = texts.job;

/** Returns what a job waits for, as a sentence without its start. Undefined if it waits for nothing or runs. */
export function waitsFor({ object, source }: KnownJob, delivery: DeliveryStatus | undefined): string | undefined {
  if (source === 'intent') return waits.adJob;
  if (object !== undefined) return objectWait(object, delivery);
  return delivery?.state === 'pending' ? waits.callback : undefined;
}

function objectWait(object: AdJob, delivery: DeliveryStatus | undefined): string | undefined {
  const cause = waitOf(object, delivery);
  if (cause !== 'retry') return cause && waits[cause];
  const { name = '', message = '' } = currentStage(object.status?.stages) ?? {};
  return waits.retry(name, message);
}
