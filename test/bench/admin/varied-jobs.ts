import { v7 } from 'uuid';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import { buildJob, imageRequest } from '../../support/pipeline/build-job.ts';

const accounts = 100;
const brands = 2_000;
const stageNames = ['onboarding', 'concept', 'image'];

interface Size {
  /** Number of finished jobs. They are older than the open ones. */
  finished: number;
  open: number;
  /** Size of a finished AdJob as JSON. */
  jobBytes: number;
}

/** AdJobs of many accounts and brands, created over the last days. The same number always gives the same job. */
export class VariedJobs {
  readonly size: Size;
  readonly #firstMs: number;

  constructor(size: Size, now: Date) {
    this.size = size;
    this.#firstMs = now.getTime() - (size.finished + size.open) * 2_000;
  }

  jobId(index: number): string {
    const random = new Uint8Array(16);
    random.set([index >> 16, (index >> 8) & 255, index & 255], 13);
    return v7({ msecs: this.#madeMs(index), seq: 0, random });
  }

  job(index: number): AdJob {
    const { finished, jobBytes } = this.size;
    const job = this.#build(index, index < finished ? this.#finished(index) : this.#open(index));
    if (index >= finished) return job;
    const missing = Math.max(0, jobBytes - JSON.stringify(job).length);
    const texts = Array.from({ length: Math.ceil(missing / 100) }, (_, line) => `${index} ${line}`.padEnd(97, ' .'));
    return { ...job, status: { ...job.status, response: { texts } } };
  }

  #madeMs(index: number): number {
    return this.#firstMs + index * 2_000;
  }

  #build(index: number, status: AdJobStatus): AdJob {
    const name = this.jobId(index);
    const account = `account-${index % accounts}`;
    const spec: AdJobSpec = {
      ...{ type: 'image_ad', accountRef: { name: account }, apiKeyRef: { name: `${account}-key` } },
      image: { ...imageRequest(), brandData: { brandUrl: `https://brand-${index % brands}.example/` } },
      ...(index % 2 === 0 && { callbackUrl: `https://hooks-${index % accounts}.example/adwright` }),
    };
    const metadata = {
      ...{ name, uid: name.replace('-7', '-4'), resourceVersion: String(1_000 + index) },
      creationTimestamp: this.#time(index, 0),
    };
    return buildJob({ metadata, spec, status: { ...status, jobId: name } });
  }

  #finished(index: number): AdJobStatus {
    const isFailed = index % 20 === 0;
    const completionTime = this.#time(index, 9 + (index % 60));
    return {
      ...{ phase: isFailed ? 'FAILED' : 'SUCCESS', startTime: this.#time(index, 1), completionTime },
      stages: stageNames.map((name) => ({
        name,
        state: isFailed ? 'Failed' : 'Succeeded',
        attempt: 1,
        completionTime,
      })),
      conditions: [this.#admitted(index)],
      credits: { required: 5, charged: isFailed ? 0 : 5 },
      ...(isFailed && { error: 'The image could not be made. [image_model_error]' }),
      ...(index % 2 === 0 && { delivery: { state: index % 40 === 0 ? 'gave_up' : 'delivered', attempts: 1 } }),
    };
  }

  #open(index: number): AdJobStatus {
    const isRunning = index % 4 === 0;
    return {
      phase: isRunning ? 'PROCESSING' : 'PENDING',
      stages: stageNames.map((name, stage) => ({
        name,
        state: isRunning && stage === 0 ? 'Running' : 'Pending',
        attempt: 0,
      })),
      conditions: [this.#admitted(index)],
      credits: { required: 5 },
    };
  }

  #admitted(index: number) {
    const lastTransitionTime = this.#time(index, 0);
    return {
      type: 'Admitted',
      status: 'True' as const,
      reason: 'Admitted',
      message: 'The job may run.',
      lastTransitionTime,
    };
  }

  #time(index: number, seconds: number): string {
    return new Date(this.#madeMs(index) + seconds * 1_000).toISOString().replace(/\.\d+/, '');
  }
}
