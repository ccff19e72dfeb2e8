import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { podKind } from '../../../src/objects/workload-kinds.ts';
import type { ObjectStore, WatchEvent } from '../../../src/store/port.ts';
import type { StoredObject } from '../../../src/objects/stored-object.ts';
import { finishStage, namespace, stageNames } from './workload.ts';

interface PodTimes {
  seenMs: number;
  succeededMs?: number;
}

/**
 * Watches stage pods and AdJobs. Records when each pod was first seen and when it succeeded, and when each job ended.
 * When a stage pod appears, it writes the result of the stage; if the result existed before the launch, the controller
 * would use it and launch nothing.
 */
export class Observer {
  readonly #store: ObjectStore;
  readonly #artifacts: ArtifactStore;
  readonly #stop = new AbortController();
  /** Times of the first pod of each stage, by job name and stage. */
  readonly #pods = new Map<string, Map<string, PodTimes>>();
  readonly #ended = new Map<string, string>();
  readonly #waiting = new Map<string, (phase: string) => void>();

  constructor(store: ObjectStore, artifacts: ArtifactStore) {
    this.#store = store;
    this.#artifacts = artifacts;
  }

  /** Runs as soon as a stage pod is seen to have succeeded. */
  onSucceeded: (job: string, stage: string) => void = () => undefined;

  async start(): Promise<void> {
    const pods = await this.#store.list(podKind, { namespace, limit: 1 });
    const jobs = await this.#store.list(adJobKind, { namespace, limit: 1 });
    const signal = this.#stop.signal;
    void this.#follow(
      (resourceVersion) => this.#store.watch(podKind, { namespace, resourceVersion, signal }),
      pods.resourceVersion,
      (event) => {
        this.#seePod(event.object);
      },
    );
    void this.#follow(
      (resourceVersion) => this.#store.watch(adJobKind, { namespace, resourceVersion, signal }),
      jobs.resourceVersion,
      (event) => {
        this.#seeJob(event.object);
      },
    );
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Resolves to the final phase of the job. */
  ended(name: string): Promise<string> {
    const phase = this.#ended.get(name);
    if (phase !== undefined) return Promise.resolve(phase);
    return new Promise((resolve) => this.#waiting.set(name, resolve));
  }

  /**
   * Returns the milliseconds between the end of a stage's pod and the appearance of the next stage's pod, for all jobs.
   */
  gapsMs(): number[] {
    return [...this.#pods.values()].flatMap((stages) =>
      stageNames.slice(1).map((stage, index) => {
        const before = stages.get(stageNames[index] ?? '')?.succeededMs ?? NaN;
        return (stages.get(stage)?.seenMs ?? NaN) - before;
      }),
    );
  }

  async #follow<S, T>(
    open: (resourceVersion: string) => AsyncIterable<WatchEvent<S, T>>,
    from: string,
    see: (event: { object: StoredObject<S, T> }) => void,
  ): Promise<void> {
    let position = from;
    while (!this.#stop.signal.aborted) {
      for await (const event of open(position)) {
        position = event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
        if (event.type !== 'BOOKMARK') see(event);
      }
    }
  }

  #seePod({ metadata, status }: StoredObject<unknown, { phase?: string }>): void {
    const { 'adwright.dev/adjob': job = '', 'adwright.dev/stage': stage = '' } = metadata.labels ?? {};
    const stages = this.#pods.get(job) ?? new Map<string, PodTimes>();
    this.#pods.set(job, stages);
    if (!stages.has(stage)) void finishStage(this.#artifacts, job, stage);
    const times = stages.get(stage) ?? { seenMs: performance.now() };
    stages.set(stage, times);
    if (status?.phase !== 'Succeeded' || times.succeededMs !== undefined) return;
    times.succeededMs = performance.now();
    this.onSucceeded(job, stage);
  }

  #seeJob({ metadata: { name }, status }: AdJob): void {
    const phase = status?.phase;
    if (phase !== 'SUCCESS' && phase !== 'FAILED') return;
    this.#ended.set(name, phase);
    this.#waiting.get(name)?.(phase);
    this.#waiting.delete(name);
  }
}
