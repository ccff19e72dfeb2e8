import { jobIdOf } from '../domain/job-view.ts';
import { adJobKind } from '../domain/kinds.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { ObjectStore } from '../store/port.ts';
import type { JobReader } from './job-reader.ts';

/**
 * Jobs by their id, kept current by whoever watches AdJobs. A miss asks the store once, by name, so that a job is
 * readable on every replica as soon as its create was answered.
 */
export class JobIndex implements JobReader {
  readonly #jobs = new Map<string, AdJob>();
  readonly #store: Pick<ObjectStore, 'get' | 'list'>;
  readonly #namespace: string | undefined;

  /** Without a namespace, jobs of all of them. */
  constructor(store: Pick<ObjectStore, 'get' | 'list'>, namespace: string | undefined) {
    this.#store = store;
    this.#namespace = namespace;
  }

  set(job: AdJob): void {
    this.#jobs.set(jobIdOf(job), job);
  }

  delete(job: AdJob): void {
    const id = jobIdOf(job);
    if (this.#jobs.get(id)?.metadata.uid === job.metadata.uid) this.#jobs.delete(id);
  }

  async find(jobId: string): Promise<AdJob | undefined> {
    const job = this.#jobs.get(jobId) ?? (await this.#ask(jobId));
    return job?.metadata.deletionTimestamp === undefined ? job : undefined;
  }

  /** An object of that name goes by another id where it is no UUID v7. */
  async #ask(jobId: string): Promise<AdJob | undefined> {
    const job = await this.#byName(jobId);
    return job !== undefined && jobIdOf(job) === jobId ? job : undefined;
  }

  async #byName(name: string): Promise<AdJob | undefined> {
    if (this.#namespace !== undefined) return this.#store.get(adJobKind, { namespace: this.#namespace, name });
    const { items } = await this.#store.list(adJobKind, { fieldSelector: `metadata.name=${name}` });
    return items.find((job) => jobIdOf(job) === name);
  }
}
