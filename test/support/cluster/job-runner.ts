import type { Clock } from '../../../src/clock/port.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { jobKind, podKind } from '../../../src/objects/workload-kinds.ts';
import { stageLabels } from '../../../src/domain/stage-labels.ts';
import { StageInput } from '../../../src/schema/stage-contract.ts';
import { decodeStageInput } from '../../../src/schema/stage-input-text.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { isStoreError } from '../../../src/objects/store-error.ts';
import type { ObjectMeta, StoredObject } from '../../../src/objects/stored-object.ts';

type Job = StoredObject<Record<string, unknown>>;

/** How the pod of a stage ends. */
export interface PodEnd {
  exitCode: number;
  message?: string;
  /** `status.reason` of the pod, such as `Evicted`. */
  reason?: string;
}

interface Running {
  pod: ObjectMeta;
  job: Job;
  endMs: number;
}

/**
 * Simulates the Job controller and the kubelet of Kubernetes on a clock that the test moves. Each Job gets a pod, which
 * runs for `takesMs` and then ends with the result of `work`. The Job reports the end a second later. If an attempt
 * gets a second Job, the pod of that Job runs until the Job is deleted or the AdJob is gone.
 */
export class JobRunner {
  /** AdJob uid, stage and attempt of every Job that was created, in order. */
  readonly made: string[] = [];
  /** AdJob uid, stage and attempt of every pod that ended by itself. */
  readonly ended: string[] = [];
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #work: (input: StageInput) => Promise<PodEnd>;
  readonly #takesMs: () => number;
  readonly #running = new Map<string, Running>();
  readonly #stop = new AbortController();

  constructor(options: {
    store: ObjectStore;
    clock: Clock;
    takesMs: () => number;
    /** Does the work of the stage: reads and writes its files, and returns how the pod ends. */
    work: (input: StageInput) => Promise<PodEnd>;
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#work = options.work;
    this.#takesMs = options.takesMs;
  }

  get running(): number {
    return this.#running.size;
  }

  async run(): Promise<void> {
    const { resourceVersion } = await this.#store.list(jobKind);
    const watch = this.#store.watch(jobKind, { resourceVersion, signal: this.#stop.signal });
    for await (const event of watch) {
      if (event.type === 'ADDED') await this.#begin(event.object);
      if (event.type === 'DELETED') this.#running.delete(event.object.metadata.uid);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Ends the pods whose time is over, and deletes Jobs without an owner. */
  async tick(): Promise<void> {
    for (const [uid, { pod, job, endMs }] of this.#running) {
      if (await this.#isOrphan(job)) await unlessGone(() => this.#store.delete(jobKind, job.metadata));
      if (endMs > this.#clock.monotonicMs()) continue;
      this.#running.delete(uid);
      await this.#end(pod, job);
    }
  }

  async #begin(job: Job): Promise<void> {
    const { labels = {}, name, namespace, uid } = job.metadata;
    const isAgain = this.made.includes(identityOf(job));
    this.made.push(identityOf(job));
    const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }];
    const annotations = { 'adwright.dev/adjob-name': job.metadata.ownerReferences?.[0]?.name ?? '' };
    const metadata = { name: `${name}-pod`, namespace, labels, annotations, ownerReferences };
    await unlessGone(async () => {
      const pod = await this.#store.create(podKind, { metadata, spec: {} });
      const state = { running: { startedAt: this.#now() } };
      await this.#store.patchStatus(podKind, pod.metadata, { status: this.#podStatus('Running', state) });
      const endMs = isAgain ? Infinity : this.#clock.monotonicMs() + this.#takesMs();
      this.#running.set(uid, { pod: pod.metadata, job, endMs });
    });
  }

  /** Reports whether the garbage collector would delete the Job. */
  async #isOrphan({ metadata: { namespace, ownerReferences = [] } }: Job): Promise<boolean> {
    const [owner] = ownerReferences;
    if (owner === undefined) return true;
    return (await this.#store.get(adJobKind, { namespace, name: owner.name }))?.metadata.uid !== owner.uid;
  }

  async #end(pod: ObjectMeta, job: Job): Promise<void> {
    const { exitCode, message = '', reason } = await this.#work(inputOf(job));
    this.ended.push(identityOf(job));
    const finishedAt = this.#now();
    const terminated = { exitCode, message, startedAt: finishedAt, finishedAt };
    const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
    await unlessGone(async () => {
      const status = { ...this.#podStatus(phase, { terminated }), ...(reason !== undefined && { reason }) };
      await this.#store.patchStatus(podKind, pod, { status });
    });
    void this.#finish(job, exitCode === 0 ? 'Complete' : 'Failed');
  }

  async #finish({ metadata }: Job, type: string): Promise<void> {
    await this.#clock.sleep(1_000);
    const conditions = [{ type, status: 'True', lastTransitionTime: this.#now() }];
    await unlessGone(async () => {
      await this.#store.patchStatus(jobKind, metadata, { status: { conditions } });
    });
  }

  #podStatus(phase: string, state: object): object {
    return { phase, startTime: this.#now(), containerStatuses: [{ name: 'stage', state }] };
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}

function identityOf({ metadata: { labels = {} } }: Job): string {
  return [stageLabels.ownerUid, stageLabels.stage, stageLabels.attempt].map((label) => labels[label]).join(' ');
}

async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isStoreError(error, 'NotFound')) throw error;
  }
}

function inputOf({ spec }: Job): StageInput {
  const text = /"name":"ADWRIGHT_STAGE_INPUT","value":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(spec))?.[1];
  const value: unknown = JSON.parse(text ?? 'null');
  if (typeof value !== 'string') throw new Error('the Job has no stage input');
  return StageInput.parse(decodeStageInput(value));
}
