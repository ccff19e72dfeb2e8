import { nextToStart, type StartLimits, type WaitingJob } from '../../domain/fairness.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../store/port.ts';
import { runningStage } from './stage-list.ts';

/**
 * Decides whose turn it is to start while many jobs are looked at side by side.
 *
 * Guarantee: no more than `maxRunningJobs` have a stage running, also while the cache has not yet seen those just started:
 * a claim holds the place until it has. A suspended job gives its place back, and waits for one when it goes on.
 */
export class StartGate {
  readonly #limits: StartLimits;
  readonly #waiting = new Map<string, WaitingJob & { key: ObjectKey }>();
  readonly #running = new Set<string>();
  readonly #claims = new Set<string>();

  constructor(limits: StartLimits) {
    this.#limits = limits;
  }

  /** Take note of a job as the cache shows it. Returns who may start because of it. */
  observe(job: AdJob): ObjectKey[] {
    const { uid } = job.metadata;
    const standing = standingOf(job);
    const held = this.#holds(uid);
    if (standing !== 'waiting') this.#forgetAll(uid);
    if (standing === 'running') this.#running.add(uid);
    if (standing === 'waiting') {
      this.#running.delete(uid);
      this.#waiting.set(uid, waitingJob(job));
    }
    return held && !this.#holds(uid) ? this.#startable() : [];
  }

  /** The job is gone. Returns who may start because of it. */
  forget(uid: string): ObjectKey[] {
    const held = this.#holds(uid);
    this.#forgetAll(uid);
    return held ? this.#startable() : [];
  }

  /** Whether this job, observed before, has its turn; if so its place is held from now on. */
  mayStart(uid: string): boolean {
    if (this.#holds(uid)) return true;
    if (!this.#next().some((next) => next.uid === uid)) return false;
    this.#claims.add(uid);
    return true;
  }

  #startable(): ObjectKey[] {
    return this.#next().map(({ key }) => key);
  }

  #next() {
    const places = new Set([...this.#running, ...this.#claims]);
    const waiting = [...this.#waiting.values()].filter(({ uid }) => !this.#claims.has(uid));
    const next = new Set(nextToStart(waiting, places.size, this.#limits));
    return waiting.filter((job) => next.has(job));
  }

  #holds(uid: string): boolean {
    return this.#running.has(uid) || this.#claims.has(uid);
  }

  #forgetAll(uid: string): void {
    this.#waiting.delete(uid);
    this.#running.delete(uid);
    this.#claims.delete(uid);
  }
}

function standingOf(job: AdJob): 'out' | 'running' | 'waiting' {
  if (isTerminal(job) || job.metadata.deletionTimestamp !== undefined) return 'out';
  if (runningStage(job.status?.stages, job.spec) !== undefined) return 'running';
  return job.spec.suspend === true ? 'out' : 'waiting';
}

function waitingJob({ metadata, spec }: AdJob): WaitingJob & { key: ObjectKey } {
  const { uid, name, namespace, creationTimestamp } = metadata;
  return { uid, name, account: `${namespace}/${spec.accountRef.name}`, creationTimestamp, key: { namespace, name } };
}
