import { example } from '../../../src/ads/image/endpoint.ts';
import type { AdJobStatus, DeliveryAttempt, DeliveryStatus, StageStatus } from '../../../src/schema/adjob.ts';
import type { SampleBrand } from './sample-brands.ts';
import { evidenceOf, hashOf, type SamplePicture } from './sample-files.ts';

export interface SampleJob {
  /** Number of the job, the newest first. */
  at: number;
  jobId: string;
  /** Folder of the files of its last stage. */
  folder: string;
  brand: SampleBrand;
  picture: SamplePicture;
  createdMs: number;
}

/** The newest jobs are unfinished, some failed, and most succeeded. */
export function phaseAt(at: number): 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' {
  if (at < 2) return 'PENDING';
  if (at < 4) return 'PROCESSING';
  return at % 9 === 4 ? 'FAILED' : 'SUCCESS';
}

/** Reports whether the request of a job names a receiver. */
export function hasCallback(at: number): boolean {
  return at % 4 === 0;
}

/** Time from the creation of a job to its end. */
export function tookSeconds(at: number): number {
  return 20 + ((at * 37) % 70);
}

export const creditsOfJob = 5;

/** Returns the status of a job. All times follow from its creation. */
export function statusOf(job: SampleJob): AdJobStatus {
  const { at, jobId, createdMs } = job;
  const time = (seconds: number): string => new Date(createdMs + seconds * 1_000).toISOString();
  const [phase, endSeconds] = [phaseAt(at), tookSeconds(at)];
  const charged = phase === 'SUCCESS' ? { charged: creditsOfJob } : {};
  const common = { phase, jobId, credits: { required: creditsOfJob, ...charged } };
  if (phase === 'PENDING') return common;
  const started = {
    ...common,
    startTime: time(2),
    stages: stagesOf(job, time),
    conditions: [condition('Admitted', time(1))],
  };
  if (phase === 'PROCESSING') return started;
  const ended = {
    ...{ ...started, completionTime: time(endSeconds) },
    conditions: [...started.conditions, condition(phase === 'FAILED' ? 'Failed' : 'Complete', time(endSeconds))],
    ...(hasCallback(at) ? { delivery: deliveryOf(job, time) } : {}),
  };
  if (phase === 'FAILED') return { ...ended, error: `${noPage} [brand_unreadable]` };
  return { ...ended, response: responseOf(job) };
}

const noPage = 'No page of the request could be read.';

function condition(type: string, lastTransitionTime: string) {
  return { type, status: 'True' as const, reason: type, message: '', lastTransitionTime };
}

function stagesOf({ at, brand }: SampleJob, time: (seconds: number) => string): StageStatus[] {
  const [phase, endSeconds] = [phaseAt(at), tookSeconds(at)];
  const [read, planned] = [2 + Math.round(endSeconds * 0.3), 4 + Math.round(endSeconds * 0.3)];
  const done = (name: string, start: number, end: number, message: string): StageStatus => ({
    ...{ name, state: 'Succeeded', attempt: 1, startTime: time(start), completionTime: time(end), message },
  });
  const onboarding = done('onboarding', 2, read, '3 colours, a headline, a call to action, a logo, a product.');
  if (phase === 'FAILED')
    return [
      { ...onboarding, state: 'Failed', attempt: 3, completionTime: time(endSeconds), message: noPage },
      { name: 'concept', state: 'Pending', attempt: 0 },
      { name: 'image', state: 'Pending', attempt: 0 },
    ];
  const concept = done('concept', read + 1, planned, `A ${brand.tone} concept.`);
  const image = done('image', planned + 1, endSeconds, `Drew ${brand.aspectRatio}.`);
  if (phase === 'SUCCESS') return [onboarding, concept, image];
  return [onboarding, concept, { name: 'image', state: 'Running', attempt: 1, startTime: time(planned + 1) }];
}

function deliveryOf({ at }: SampleJob, time: (seconds: number) => string): DeliveryStatus {
  const firstSeconds = tookSeconds(at) + 1;
  const attempt = { attempt: 1, time: time(firstSeconds), latencyMs: 84 + at };
  const one = (last: DeliveryAttempt, state: DeliveryStatus['state']): DeliveryStatus => ({
    ...{ state, attempts: 1, deliveries: [last] },
  });
  if (at % 20 === 8) return one({ ...attempt, outcome: 'gone', status: 410, responseExcerpt: 'Gone' }, 'gone');
  if (at !== 4) return one({ ...attempt, outcome: 'delivered', status: 200, responseExcerpt: 'ok' }, 'delivered');
  const failed = one({ ...attempt, outcome: 'failed', status: 500, responseExcerpt: 'Internal error' }, 'pending');
  return { ...failed, nextAttemptTime: time(firstSeconds + 1_800) };
}

function responseOf({ jobId, folder, brand, picture: { width, height, bytes } }: SampleJob): Record<string, unknown> {
  const { images, ...response } = example.response;
  const url = `http://ads.example/files/${jobId}/${folder}/ad-1.png`;
  const { aspectRatio, altText, copy, concept } = brand;
  const file = { url, width, height, bytes: bytes.length, sha256: hashOf(bytes) };
  const image = { ...images[0], ...file, aspect_ratio: aspectRatio, alt_text: altText };
  return { ...response, images: [image], copy, concept, brand: evidenceOf(brand) };
}
