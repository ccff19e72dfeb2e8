import { stagesOf } from '../../domain/pipelines.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/** A job, and the Kueue queue of its account. */
export interface HeldJob {
  key: ObjectKey;
  uid: string;
  type: string;
  queueName: string | undefined;
}

/** Answer to a job that wants to start. A `probe` starts although the cluster has had no node for one of its stages. */
export type HoldAnswer = 'free' | 'probe' | 'held';

export interface StartHoldOptions {
  /** Seconds for which a pod must be unschedulable before no further jobs start. 0: jobs always start. */
  seconds: number;
  now: () => Date;
}

/** Time in milliseconds between two probes. */
const probeMs = 60_000;

/** Pods of one stage in one namespace and queue. Times are in milliseconds since 1970. */
interface Place {
  /** Time since which each pod is unschedulable, by the uid of its AdJob. */
  sinceMs: Map<string, number>;
  /** Time at which one of these pods last got a node. */
  scheduledMs: number;
  probedMs: number;
}

/**
 * Keeps jobs from starting while the cluster has no node for one of their stages, because their pods would only add to
 * those that wait already. Known only in memory; a new leader observes the same pods again.
 *
 * Guarantee: while a pod of a stage has been unschedulable for the configured time, and none has got a node since, at
 * most one job a minute starts whose pipeline has this stage, in the same namespace and queue.
 */
export class StartHold {
  readonly #options: StartHoldOptions;
  readonly #places = new Map<string, Place>();
  /** Place of the unschedulable pod of each AdJob, by its uid. */
  readonly #placeOf = new Map<string, string>();

  constructor(options: StartHoldOptions) {
    this.#options = options;
  }

  /** Takes note of the attempts of a job. Give none for a job that has ended or is deleted. */
  observe(job: HeldJob, attempts: readonly AttemptObservation[]): void {
    const { seconds } = this.#options;
    const stuck = seconds === 0 ? undefined : attempts.find(isUnschedulable);
    const place = stuck && placeName(job, stuck.stage);
    const before = this.#placeOf.get(job.uid);
    if (before !== undefined && before !== place) this.#leave(job, before, attempts.some(hasNode));
    if (place !== undefined) this.#enter(job, place, Date.parse(stuck?.wait?.since ?? ''));
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

type Waiting = Extract<AttemptObservation, { state: 'waiting' }>;

function isUnschedulable(observed: AttemptObservation): observed is Waiting {
  return observed.state === 'waiting' && observed.wait?.reason === 'Unschedulable';
}

/** Reports whether the pod of an attempt has got a node. An attempt that ended by itself has run. */
function hasNode(observed: AttemptObservation): boolean {
  return observed.state === 'running' || observed.state === 'waiting' || observed.reason === 'exited';
}

function placeName({ key, queueName = '' }: HeldJob, stage: string): string {
  return `${key.namespace}/${stage}/${queueName}`;
}
