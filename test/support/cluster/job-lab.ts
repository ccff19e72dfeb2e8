import { pino } from 'pino';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { JobLauncher, type JobLauncherOptions } from '../../../src/launch/kubernetes/job-launcher.ts';
import type { AttemptOwner, StageAttempt } from '../../../src/launch/port.ts';
import { parseStagePods } from '../../../src/launch/kubernetes/stage-pods.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { imageSpec } from '../pipeline/build-job.ts';

/** A `JobLauncher` on the given object store, and the objects that it needs. */
export class JobLab {
  readonly store: ObjectStore;
  readonly launcher: JobLauncher;
  readonly #namespace: string;
  readonly #stop = new AbortController();

  constructor(store: ObjectStore, namespace: string, options: Partial<JobLauncherOptions> = {}) {
    this.store = store;
    this.#namespace = namespace;
    this.launcher = new JobLauncher({
      store,
      namespace,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
      stagePods: parseStagePods('image: registry.test/adwright-stage:0.1.0'),
      storage: { access: 'presigned-urls' },
      settings: {},
      unschedulableSeconds: 600,
      imagePullSeconds: 180,
      ...options,
    });
  }

  start(): Promise<void> {
    return this.launcher.start(this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Creates an AdJob that owns the Jobs of its attempts. Without it, Kubernetes would garbage-collect the Jobs. */
  async owner(name: string): Promise<AttemptOwner> {
    const key = { namespace: this.#namespace, name };
    const { metadata } = await this.store.create(adJobKind, { metadata: key, spec: imageSpec() });
    return { key, uid: metadata.uid, jobId: metadata.uid };
  }

  async successor({ key }: AttemptOwner): Promise<AttemptOwner> {
    await this.store.delete(adJobKind, key);
    return this.owner(key.name);
  }

  attempt(stage: string, owner: AttemptOwner, attempt: number): StageAttempt {
    const access = (file: string) => ({ kind: 'url', url: `https://s3.test/${owner.jobId}/${file}` }) as const;
    const { jobId } = owner;
    const inputs = { request: access('request.json') };
    const input = { jobId, stage, attempt, inputs, outputs: {}, result: access('result.json'), earlier: {} };
    return { owner, stage, attempt, input, deadlineSeconds: 60, accessSeconds: 120 };
  }
}
