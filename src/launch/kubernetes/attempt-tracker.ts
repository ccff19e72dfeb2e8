import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../clock/port.ts';
import { Timers } from './timers.ts';
import { observeAttempt, type ObservationLimits, type SeenAttempt } from './job-observation.ts';
import type { AttemptIdentity, JobView, PodView } from './job-views.ts';
import type { AttemptObservation } from '../port.ts';

/** A Job that was sent and that the watch has not shown yet. */
export interface CreatedJob {
  name: string;
  /** Undefined as long as the outcome is unknown: it may be there or not. */
  uid: string | undefined;
}

/** What is known of one attempt. */
export interface TrackedAttempt extends AttemptIdentity {
  sent: CreatedJob | undefined;
  job: JobView | undefined;
  pods: Map<string, PodView>;
  sinceMs: SeenAttempt['sinceMs'];
  /** Of the Job that was asked to go. */
  deletedUid: string | undefined;
  /** As it was told last. */
  observed: AttemptObservation | undefined;
}

export interface AttemptTrackerOptions {
  clock: Clock;
  limits: ObservationLimits;
  onChange: (held: AttemptIdentity) => void;
  /** The pods of a Job as their watch has shown them: what it has shown before does not come again. */
  podsOf: (jobUid: string) => Iterable<PodView>;
  /** Called for an attempt whose Job was sent long ago and that no watch has shown. */
  confirm: (held: TrackedAttempt) => void;
  /** Called for an attempt whose Job has finished and whose pod has not been seen to end, before the Job is believed. */
  ask: (held: TrackedAttempt) => Promise<void>;
}

/** A watch shows what was written within a moment; after so long somebody has to ask. */
const confirmAfterMs = 30_000;

/**
 * The attempts of all owners, put together from what two watches show of Jobs and pods and from what was sent.
 *
 * Guarantee: an attempt that has ended stays ended for as long as anything of it is listed, and what was sent is listed
 * until it is known to be gone. However far one watch lags behind the other, or both behind what was asked for, nothing is
 * taken back that is final: a Job that has finished, a pod that is over.
 */
export class AttemptTracker {
  readonly #options: AttemptTrackerOptions;
  readonly #byOwner = new Map<string, Map<string, TrackedAttempt>>();
  /** Uids of Jobs that are over and whose owner has no use for them any more. */
  readonly #forgotten = new Set<string>();
  readonly #alarms: Timers<TrackedAttempt>;
  /** While the first lists come in, half is not told for the whole. */
  #isQuiet = true;

  constructor(options: AttemptTrackerOptions) {
    this.#options = options;
    this.#alarms = new Timers(options.clock, (held) => {
      this.#ring(held);
    });
  }

  /** Tell of changes from now on. Resolves when the signal aborts. */
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

  /** Begin to list it as waiting, and tell nobody: who sends it knows. */
  send(identity: AttemptIdentity, name: string): TrackedAttempt {
    const held = this.#hold(identity);
    const { stage, attempt } = identity;
    held.sent = { name, uid: undefined };
    held.observed ??= { stage, attempt, state: 'waiting' };
    this.review(held);
    return held;
  }

  /** Nothing was made of what was sent, and nobody is told: who sent it knows, and tries again when it is time. */
  refuse(held: TrackedAttempt): void {
    if (held.observed?.state === 'waiting') held.observed = undefined;
    this.unsend(held);
  }

  /** What was sent is not there. */
  unsend(held: TrackedAttempt): void {
    held.sent = undefined;
    this.review(held);
  }

  /** List it no more, and nothing that still comes of its Job. */
  forget(held: TrackedAttempt): void {
    if (held.job !== undefined) this.#forgotten.add(held.job.uid);
    this.#drop(held);
    if (held.observed?.state !== 'ended') this.#options.onChange(held);
  }

  isForgotten(jobUid: string): boolean {
    return this.#forgotten.has(jobUid);
  }

  /** What was sent was there, for all anybody knows, and went before a watch showed it. */
  lose(held: TrackedAttempt): void {
    held.job = undefined;
    this.unsend(held);
  }

  /** What was asked for, and no watch has shown yet. */
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

  /** Look at it anew, and tell its owner of a change. */
  review(held: TrackedAttempt): void {
    if (this.#isQuiet) return;
    const { observation, changesMs } = this.#observe(held);
    this.#alarms.set(held, changesMs);
    if (observation === undefined) this.#drop(held);
    if (isDeepStrictEqual(observation, held.observed)) return;
    held.observed = observation;
    this.#options.onChange(held);
  }

  /** One whose pods were over before its Job was seen was taken for gone, and they with it. */
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
    const sinceMs = { finished: undefined, podless: undefined };
    const held: TrackedAttempt = { owner, ownerUid, stage, attempt, ...unseen, sinceMs, pods: new Map() };
    const ofOwner = this.#byOwner.get(ownerUid) ?? new Map<string, TrackedAttempt>();
    this.#byOwner.set(ownerUid, ofOwner.set(`${stage}/${attempt}`, held));
    return held;
  }

  #observe(held: TrackedAttempt) {
    const { clock, limits } = this.#options;
    const { stage, attempt, sent, job, observed } = held;
    const now = clock.now();
    held.sinceMs = sinceMs(held, now.getTime());
    const pods = [...held.pods.values()];
    const { observation, changesMs } = observeAttempt(
      { stage, attempt, job, pods, sinceMs: held.sinceMs },
      now,
      limits,
    );
    if (sent !== undefined) {
      const waiting = { stage, attempt, state: 'waiting' } as const;
      return { observation: observation ?? waiting, changesMs: now.getTime() + confirmAfterMs };
    }
    if (observation === undefined || observed?.state !== 'ended') return { observation, changesMs };
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

function sinceMs({ job, pods, sinceMs: before }: TrackedAttempt, nowMs: number): TrackedAttempt['sinceMs'] {
  return {
    finished: job?.finish === undefined ? undefined : (before.finished ?? nowMs),
    podless: pods.size > 0 ? undefined : (before.podless ?? nowMs),
  };
}

/** Of two views of a Job that of the later state. */
function later(known: JobView | undefined, view: JobView): JobView {
  const isOlder = known?.uid === view.uid && known.finish !== undefined && view.finish === undefined;
  return isOlder ? known : view;
}
