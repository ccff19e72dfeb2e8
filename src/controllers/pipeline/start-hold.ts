import { stagesOf } from '../../domain/pipelines.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { StageStatus } from '../../schema/adjob.ts';

/** A job, and the Kueue queue of its account. */
export interface HeldJob {
  key: ObjectKey;
  uid: string;
  type: string;
  queueName: string | undefined;
}

/** Answer to a job that wants to start. A `probe` starts although pods of one of its stages cannot start. */
export type HoldAnswer = 'free' | 'probe' | 'held';

export interface StartHoldOptions {
  /** Seconds for which a pod must be unable to start before no further jobs start. 0: jobs always start. */
  seconds: number;
  now: () => Date;
}

/** Time in milliseconds between two probes. */
const probeMs = 60_000;

/** Pods of one stage in one namespace and queue. Times are in milliseconds since 1970. */
interface Place {
  /** Time since which each pod cannot start, by the uid of its AdJob. */
  sinceMs: Map<string, number>;
  /** Time at which one of these pods last got past its problem. */
  scheduledMs: number;
  probedMs: number;
}

/** Reasons for which further pods of the same stage would only wait, too, and reserve what others need. */
const holding = new Set(['Unschedulable', 'ImagePull', 'ContainerCreate']);

/**
 * Keeps jobs from starting while pods of one of their stages have no node, or fail to start on their node, because
 * further pods would only add to those that wait already. Known only in memory; a new leader reads the same records.
 *
 * Guarantee: while a stage of a job has waited for such a reason for the configured time, and none has got past it
 * since, at most one job a minute starts whose pipeline has this stage, in the same namespace and queue.
 */
export class StartHold {
  readonly #options: StartHoldOptions;
  readonly #places = new Map<string, Place>();
  /** Place of the stage that cannot start of each AdJob, by its uid. */
  readonly #placeOf = new Map<string, string>();

  constructor(options: StartHoldOptions) {
    this.#options = options;
  }

  /**
   * Takes note of the stages of a job and of their attempts. Give none for a job that has ended or is deleted. The
   * records of the stages count, because a record keeps its reason while one pod replaces another.
   */
  observe(job: HeldJob, stages: readonly StageStatus[], attempts: readonly AttemptObservation[]): void {
    const { seconds } = this.#options;
    const stuck = seconds === 0 ? undefined : stages.find(({ waiting }) => holding.has(waiting?.reason ?? ''));
    const place = stuck && placeName(job, stuck.name);
    const before = this.#placeOf.get(job.uid);
    if (before !== undefined && before !== place) this.#leave(job, before, attempts.some(hasProgress));
    if (place !== undefined) this.#enter(job, place, Date.parse(stuck?.waiting?.since ?? ''));
  }

  ask(job: HeldJob): HoldAnswer {
    const nowMs = this.#options.now().getTime();
    const held = this.#placesFor(job).filter((place) => this.#heldFromMs(place) <= nowMs);
    if (held.length === 0) return 'free';
    const isDue = held.every((place) => nowMs - Math.max(place.probedMs, this.#heldFromMs(place)) >= probeMs);
    return isDue ? 'probe' : 'held';
  }

  /** Records that a job was started as a probe. */
  probed(job: HeldJob): void {
    for (const place of this.#placesFor(job)) place.probedMs = this.#options.now().getTime();
  }

  #placesFor(job: HeldJob): Place[] {
    if (this.#places.size === 0) return [];
    const places = stagesOf(job.type).map(({ name }) => this.#places.get(placeName(job, name)));
    return places.filter((place) => place !== undefined);
  }

  #heldFromMs({ sinceMs, scheduledMs }: Place): number {
    return Math.max(Math.min(...sinceMs.values()), scheduledMs) + this.#options.seconds * 1_000;
  }

  #enter({ uid }: HeldJob, name: string, sinceMs: number): void {
    const place = this.#places.get(name) ?? { sinceMs: new Map<string, number>(), scheduledMs: 0, probedMs: 0 };
    this.#places.set(name, place);
    place.sinceMs.set(uid, sinceMs);
    this.#placeOf.set(uid, name);
  }

  #leave({ uid }: HeldJob, name: string, isScheduled: boolean): void {
    this.#placeOf.delete(uid);
    const place = this.#places.get(name);
    if (place === undefined) return;
    place.sinceMs.delete(uid);
    if (isScheduled) place.scheduledMs = this.#options.now().getTime();
    if (place.sinceMs.size === 0) this.#places.delete(name);
  }
}

/** Reports whether the pod of an attempt has got past its problem. An attempt that ended by itself has run. */
function hasProgress(observed: AttemptObservation): boolean {
  return observed.state === 'running' || observed.state === 'waiting' || observed.reason === 'exited';
}

function placeName({ key, queueName = '' }: HeldJob, stage: string): string {
  return `${key.namespace}/${stage}/${queueName}`;
}
