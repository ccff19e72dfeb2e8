import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../clock/port.ts';
import { Timers } from './timers.ts';
import { observeAttempt, type ObservationLimits, type Observed, type SeenAttempt } from './job-observation.ts';
import type { AttemptIdentity, JobView, PodView } from './job-views.ts';
import type { AttemptObservation } from '../port.ts';
import type { StageWarning, WarnedObject } from './stage-warnings.ts';
import { UnexplainedWaits } from './unexplained-waits.ts';

export interface CreatedJob {
  name: string;
  /** Uid of the Kubernetes Job. Undefined while it is unknown whether the Job was created. */
  uid: string | undefined;
}

export interface TrackedAttempt extends AttemptIdentity {
  sent: CreatedJob | undefined;
  job: JobView | undefined;
  pods: Map<string, PodView>;
  sinceMs: SeenAttempt['sinceMs'];
  /** Latest warning of the cluster, and when it was last asked for, in milliseconds since 1970. */
  warning: StageWarning | undefined;
  explainedMs: number | undefined;
  deletedUid: string | undefined;
  observed: AttemptObservation | undefined;
}

export interface AttemptTrackerOptions {
  clock: Clock;
  limits: ObservationLimits;
  onChange: (held: AttemptIdentity) => void;
  /** Returns the cached pods of a Kubernetes Job. Needed because the watch of pods does not repeat earlier events. */
  podsOf: (jobUid: string) => Iterable<PodView>;
  confirm: (held: TrackedAttempt) => void;
  /**
   * Called if the Kubernetes Job of an attempt has finished, but no watch has reported the end of its pod. The tracker
   * uses the state of the Job only after the returned promise has settled.
   */
  ask: (held: TrackedAttempt) => Promise<void>;
  /** Returns the hash of the current pod settings of a stage. */
  podSettings: (stage: string) => string | undefined;
  /** Called if an attempt waits for a reason that only the Events of this object may state. */
  explain: (held: TrackedAttempt, object: WarnedObject) => void;
}

/** Time in milliseconds after which a created Kubernetes Job that no watch has reported is read from the API server. */
const confirmAfterMs = 30_000;
/** Time in milliseconds after which the Events of an attempt that still waits are read again. */
const explainAgainMs = 30_000;

/**
 * Tracks the attempts of all AdJobs. Watches Kubernetes Jobs and pods, and records the Jobs that this process creates.
 *
 * Guarantee: an ended attempt stays ended while its Job or one of its pods exists. An attempt whose Job was created is
 * listed until this Job is known to be deleted. The final state of a Job or pod never changes again, even if one of the
 * watches is late.
 */
export class AttemptTracker {
  readonly #options: AttemptTrackerOptions;
  readonly #byOwner = new Map<string, Map<string, TrackedAttempt>>();
  /** Uids of finished Kubernetes Jobs that are no longer tracked. Events of these Jobs are ignored. */
  readonly #forgotten = new Set<string>();
  readonly #alarms: Timers<TrackedAttempt>;
  readonly #unexplained: UnexplainedWaits;
  /**
   * True until both watches have delivered their first complete lists. Until then no state is reported, because partial
   * lists would lead to wrong states.
   */
  #isQuiet = true;

  constructor(options: AttemptTrackerOptions) {
    this.#options = options;
    this.#unexplained = new UnexplainedWaits(options.clock);
    this.#alarms = new Timers(options.clock, (held) => {
      this.#ring(held);
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#isQuiet = false;
    for (const held of this.all()) this.review(held);
    await this.#alarms.run(signal);
  }

  all(): TrackedAttempt[] {
    return [...this.#byOwner.values()].flatMap((ofOwner) => [...ofOwner.values()]);
  }

  of(ownerUid: string): TrackedAttempt[] {
    return [...(this.#byOwner.get(ownerUid)?.values() ?? [])];
  }

  find({ ownerUid, stage, attempt }: AttemptIdentity): TrackedAttempt | undefined {
    return this.#byOwner.get(ownerUid)?.get(`${stage}/${attempt}`);
  }

  /**
   * Tracks an attempt as waiting before its Kubernetes Job is created. Does not call the listeners, because the caller
   * knows of this change.
   */
  send(identity: AttemptIdentity, name: string): TrackedAttempt {
    const held = this.#hold(identity);
    const { stage, attempt } = identity;
    held.sent = { name, uid: undefined };
    held.observed ??= { stage, attempt, state: 'waiting' };
    this.review(held);
    return held;
  }

  refuse(held: TrackedAttempt): void {
    if (held.observed?.state === 'waiting') held.observed = undefined;
    this.unsend(held);
  }

  unsend(held: TrackedAttempt): void {
    held.sent = undefined;
    this.review(held);
  }

  forget(held: TrackedAttempt): void {
    if (held.job !== undefined) this.#forgotten.add(held.job.uid);
    this.#drop(held);
    if (held.observed?.state !== 'ended') this.#options.onChange(held);
  }

  isForgotten(jobUid: string): boolean {
    return this.#forgotten.has(jobUid);
  }

  lose(held: TrackedAttempt): void {
    held.job = undefined;
    this.unsend(held);
  }

  adopt(held: TrackedAttempt, view: JobView): void {
    this.#forgotten.delete(view.uid);
    held.job = later(held.job, view);
    this.#addPods(held, view.uid);
    if (held.sent !== undefined) held.sent = { ...held.sent, uid: view.uid };
    this.review(held);
  }

  seeJob(view: JobView): void {
    if (this.#forgotten.has(view.uid)) return;
    const isChange = !this.#isQuiet && this.find(view) === undefined;
    const held = this.#hold(view);
    held.job = later(held.job, view);
    held.sent = undefined;
    if (isChange) this.#addPods(held, view.uid);
    this.review(held);
  }

  loseJob(view: JobView): void {
    if (this.#forgotten.delete(view.uid)) return;
    const held = this.find(view);
    if (held?.job?.uid !== view.uid) return;
    held.job = undefined;
    this.review(held);
  }

  seePod(view: PodView): void {
    if (view.jobUid !== undefined && this.#forgotten.has(view.jobUid)) return;
    const held = this.#hold(view);
    this.#addPod(held, view);
    this.review(held);
  }

  losePod(view: PodView): void {
    const held = this.find(view);
    if (held?.pods.delete(view.name) === true) this.review(held);
  }

  review(held: TrackedAttempt): void {
    if (this.#isQuiet) return;
    const { observation, changesMs, unexplained } = this.#observe(held);
    const explainMs = unexplained && this.#explain(held, unexplained);
    this.#alarms.set(held, earlier(changesMs, explainMs));
    if (observation === undefined) this.#drop(held);
    if (isDeepStrictEqual(observation, held.observed)) return;
    held.observed = observation;
    this.#options.onChange(held);
  }

  /**
   * Adds the cached pods of a Kubernetes Job to its attempt. Needed if the pods ended before this process saw the Job:
   * the attempt was then removed from the tracker, together with its pods.
   */
  #addPods(held: TrackedAttempt, jobUid: string): void {
    for (const pod of this.#options.podsOf(jobUid)) this.#addPod(held, pod);
  }

  #addPod(held: TrackedAttempt, view: PodView): void {
    if (view.isOver || held.pods.get(view.name)?.isOver !== true) held.pods.set(view.name, view);
  }

  #hold({ owner, ownerUid, stage, attempt }: AttemptIdentity): TrackedAttempt {
    const known = this.find({ owner, ownerUid, stage, attempt });
    if (known !== undefined) return known;
    const unseen = { sent: undefined, job: undefined, deletedUid: undefined, observed: undefined };
    const unasked = { warning: undefined, explainedMs: undefined };
    const sinceMs = { finished: undefined, podless: undefined };
    const held: TrackedAttempt = { owner, ownerUid, stage, attempt, ...unseen, ...unasked, sinceMs, pods: new Map() };
    const ofOwner = this.#byOwner.get(ownerUid) ?? new Map<string, TrackedAttempt>();
    this.#byOwner.set(ownerUid, ofOwner.set(`${stage}/${attempt}`, held));
    return held;
  }

  /** Asks why an attempt waits, unless it was asked a moment ago. Returns when to ask again. */
  #explain(held: TrackedAttempt, object: WarnedObject): number {
    const nowMs = this.#options.clock.now().getTime();
    if (held.explainedMs === undefined || nowMs >= held.explainedMs + explainAgainMs) {
      held.explainedMs = nowMs;
      this.#options.explain(held, object);
    }
    return held.explainedMs + explainAgainMs;
  }

  #observe(held: TrackedAttempt): Observed {
    const { clock, limits, podSettings } = this.#options;
    const { stage, attempt, sent, job, observed } = held;
    const now = clock.now();
    held.sinceMs = sinceMs(held, now.getTime());
    const pods = [...held.pods.values()];
    const { sinceMs: since, warning } = held;
    const seen = { stage, attempt, job, pods, sinceMs: since, warning, podSettings: podSettings(stage) };
    const found = this.#unexplained.limit(observeAttempt(seen, now, limits), observed);
    const { observation } = found;
    if (sent !== undefined) {
      const waiting = { stage, attempt, state: 'waiting' } as const;
      return { observation: observation ?? waiting, changesMs: now.getTime() + confirmAfterMs };
    }
    if (observation === undefined || observed?.state !== 'ended') return found;
    return { observation: observed, changesMs: undefined };
  }

  #ring(held: TrackedAttempt): void {
    if (held.sent !== undefined) this.#options.confirm(held);
    if (held.job?.finish === undefined) this.review(held);
    else
      void this.#options.ask(held).finally(() => {
        this.review(held);
      });
  }

  #drop(held: TrackedAttempt): void {
    this.#alarms.set(held, undefined);
    const ofOwner = this.#byOwner.get(held.ownerUid);
    if (ofOwner?.get(`${held.stage}/${held.attempt}`) !== held) return;
    ofOwner.delete(`${held.stage}/${held.attempt}`);
    if (ofOwner.size === 0) this.#byOwner.delete(held.ownerUid);
  }
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function sinceMs({ job, pods, sinceMs: before }: TrackedAttempt, nowMs: number): TrackedAttempt['sinceMs'] {
  return {
    finished: job?.finish === undefined ? undefined : (before.finished ?? nowMs),
    podless: pods.size > 0 ? undefined : (before.podless ?? nowMs),
  };
}

/**
 * Returns the newer of two states of a Kubernetes Job, as far as this can be known: a finished Job never becomes
 * unfinished again.
 */
function later(known: JobView | undefined, view: JobView): JobView {
  const isOlder = known?.uid === view.uid && known.finish !== undefined && view.finish === undefined;
  return isOlder ? known : view;
}
