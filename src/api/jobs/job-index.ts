import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { SlimJob } from './slim-job.ts';

export class JobIndex {
  readonly #jobs = new Map<string, SlimJob>();
  readonly #byOwner = new Map<string, Set<SlimJob>>();
  readonly #waiting = new Map<string, Set<() => void>>();
  /**
   * Jobs whose job id another AdJob already has, by the uid of their AdJob. The controller gives each of these jobs a
   * new id when it first processes the AdJob.
   */
  readonly #rivals = new Map<string, SlimJob>();
  readonly #erased = new Set<string>();

  get(jobId: string): SlimJob | undefined {
    return this.#jobs.get(jobId);
  }

  /** Returns the jobs of an API key in no particular order, including jobs that are being deleted. */
  ofOwner(key: ObjectKey): Iterable<SlimJob> {
    return this.#byOwner.get(keyText(key)) ?? [];
  }

  set(seen: SlimJob): void {
    const job = this.#erased.has(seen.uid) ? seen.erased() : seen;
    const first = this.#jobs.get(job.jobId);
    if (first !== undefined && first.uid !== job.uid) {
      this.#rivals.set(job.uid, job);
      return;
    }
    this.#jobs.set(job.jobId, job);
    if (first !== undefined) this.#disown(first);
    if (job.apiKey !== undefined) this.#ownedBy(job.namespace, job.apiKey).add(job);
    this.#wake(job.jobId);
  }

  delete({ jobId, uid }: SlimJob): void {
    this.#erased.delete(uid);
    this.#rivals.delete(uid);
    const job = this.#jobs.get(jobId);
    if (job?.uid !== uid) return;
    this.#jobs.delete(jobId);
    this.#disown(job);
    this.#wake(jobId);
    const next = this.#rivals.values().find((rival) => rival.jobId === jobId);
    if (next === undefined) return;
    this.#rivals.delete(next.uid);
    this.set(next);
  }

  erase(jobId: string): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    this.#erased.add(job.uid);
    this.set(job);
  }

  onNext(jobId: string, wake: () => void): () => void {
    const waiting = this.#waiting.get(jobId) ?? new Set();
    this.#waiting.set(jobId, waiting.add(wake));
    return () => {
      waiting.delete(wake);
      if (waiting.size === 0 && this.#waiting.get(jobId) === waiting) this.#waiting.delete(jobId);
    };
  }

  wakeAll(): void {
    for (const jobId of [...this.#waiting.keys()]) this.#wake(jobId);
  }

  #wake(jobId: string): void {
    const waiting = this.#waiting.get(jobId);
    if (waiting === undefined) return;
    this.#waiting.delete(jobId);
    for (const wake of waiting) wake();
  }

  #ownedBy(namespace: string, name: string): Set<SlimJob> {
    const owner = keyText({ namespace, name });
    const jobs = this.#byOwner.get(owner) ?? new Set<SlimJob>();
    this.#byOwner.set(owner, jobs);
    return jobs;
  }

  #disown(job: SlimJob): void {
    const { namespace, apiKey } = job;
    if (apiKey === undefined) return;
    const owner = keyText({ namespace, name: apiKey });
    const jobs = this.#byOwner.get(owner);
    jobs?.delete(job);
    if (jobs?.size === 0) this.#byOwner.delete(owner);
  }
}
