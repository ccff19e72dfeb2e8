import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { jobKind, podKind } from '../../../src/objects/workload-kinds.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { isStoreError } from '../../../src/objects/store-error.ts';
import type { ObjectMeta, StoredObject } from '../../../src/objects/stored-object.ts';

export interface ContainerEnd {
  exitCode: number;
  message?: string;
  reason?: string;
}

type Loose = Record<string, unknown>;

/** Finalizer that keeps a deleted pod until the simulated kubelet has ended it. */
const kubeletFinalizer = 'test/kubelet';
const now = (): string => systemClock.now().toISOString();

/**
 * Simulates the Job controller of Kubernetes and a kubelet, without containers. Each Job gets a pod at once. The pod
 * runs until the test ends it, and the Job then reports the end. A deleted pod ends before it disappears.
 */
export class SimulatedCluster {
  readonly #store: ObjectStore;
  readonly #stop = new AbortController();
  readonly #ends = new Map<string, ContainerEnd>();
  readonly #pods;
  readonly #jobs;
  #queue: Promise<void> = Promise.resolve();

  constructor(store: ObjectStore) {
    this.#store = store;
    const watching = {
      store,
      transform: <T>(object: T): T => object,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
    };
    this.#jobs = new Reflector({ ...watching, kind: jobKind });
    this.#pods = new Reflector({ ...watching, kind: podKind });
  }

  async start(): Promise<void> {
    for (const cache of [this.#jobs.cache, this.#pods.cache])
      cache.onChange(() => {
        this.#wake();
      });
    void this.#jobs.run(this.#stop.signal);
    void this.#pods.run(this.#stop.signal);
    await Promise.all([this.#jobs.whenSynced(), this.#pods.whenSynced()]);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#queue;
  }

  /** Ends the stage of this Job as soon as its pod runs. */
  end(jobName: string, how: ContainerEnd): void {
    this.#ends.set(jobName, how);
    this.#wake();
  }

  #wake(): void {
    this.#queue = this.#queue
      .then(() => this.#pass())
      .catch((error: unknown) => {
        if (!isStoreError(error, 'NotFound', 'Conflict', 'Unavailable')) throw error;
      });
  }

  async #pass(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { items: jobs } = await this.#store.list(jobKind);
    const { items: pods } = await this.#store.list(podKind);
    for (const job of jobs)
      await this.#control(
        job,
        pods.find((pod) => isOf(pod.metadata, job.metadata.uid)),
      );
    for (const pod of pods) await this.#run(pod);
  }

  /** Does the work of the Job controller: creates one pod, and sets a condition of the Job once that pod has ended. */
  async #control(
    { metadata, spec, status }: StoredObject<Loose, { conditions: { type: string }[] }>,
    pod: StoredObject<Loose, { phase?: string }> | undefined,
  ) {
    if (metadata.deletionTimestamp !== undefined || status?.conditions.some(({ type }) => type !== 'Suspended')) return;
    if (pod === undefined) {
      if (status === undefined) await this.#makePod(metadata, spec);
      return;
    }
    const type = conditionOf[pod.status?.phase ?? ''];
    if (type === undefined) return;
    await this.#store.patchStatus(jobKind, metadata, {
      status: { conditions: [{ type, status: 'True', lastTransitionTime: now() }] },
    });
  }

  async #makePod({ name, namespace, uid }: ObjectMeta, spec: Loose): Promise<void> {
    await this.#store.patchStatus(jobKind, { namespace, name }, { status: { startTime: now() } });
    const { metadata, spec: podSpec } = spec['template'] as {
      metadata: Pick<ObjectMeta, 'labels' | 'annotations'>;
      spec: Loose;
    };
    await this.#store.create(podKind, {
      metadata: {
        ...metadata,
        name: `${name}-${randomUUID().slice(0, 5)}`,
        namespace,
        finalizers: [kubeletFinalizer],
        ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }],
      },
      spec: podSpec,
    });
  }

  /** Does the work of the kubelet: starts and ends the pod's container. */
  async #run({ metadata, status }: StoredObject<Loose, { phase?: string }>): Promise<void> {
    const isOver = conditionOf[status?.phase ?? ''] !== undefined;
    if (metadata.deletionTimestamp !== undefined) {
      if (!isOver) await this.#say(metadata, ended({ exitCode: 143 }));
      await this.#store.patch(podKind, metadata, { metadata: { finalizers: [] } });
    } else if (!isOver) await this.#go(metadata, status !== undefined);
  }

  async #go(metadata: ObjectMeta, hasStarted: boolean): Promise<void> {
    const how = this.#ends.get(metadata.ownerReferences?.[0]?.name ?? '');
    if (!hasStarted) await this.#say(metadata, running());
    else if (how !== undefined) await this.#say(metadata, ended(how));
  }

  async #say(metadata: ObjectMeta, status: Loose): Promise<void> {
    await this.#store.patchStatus(podKind, metadata, { status });
  }
}

const conditionOf: Record<string, string> = { Succeeded: 'Complete', Failed: 'Failed' };

function isOf({ ownerReferences }: ObjectMeta, uid: string): boolean {
  return ownerReferences?.some((owner) => owner.uid === uid) ?? false;
}

function running(): Loose {
  const state = { running: { startedAt: now() } };
  return { phase: 'Running', startTime: now(), containerStatuses: [{ name: 'stage', state }] };
}

function ended({ exitCode, message, reason }: ContainerEnd): Loose {
  const terminated = { exitCode, message, reason, startedAt: now(), finishedAt: now() };
  return {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    containerStatuses: [{ name: 'stage', state: { terminated } }],
  };
}
