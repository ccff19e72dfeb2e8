import { byAge, type WaitingJob } from '../../domain/fairness.ts';
import { IndexedHeap } from '../../runtime/indexed-heap.ts';

/** A model with the number of stages that may use it at once. */
export interface LimitedModel {
  name: string;
  concurrency: number;
}

/** The models that a job uses, or needs for its next stage. */
export interface ModelNeeds {
  /** Stage that uses them. */
  stage: string;
  models: readonly LimitedModel[];
}

export const noModels: ModelNeeds = { stage: '', models: [] };

/** Stages that use each model at present, and jobs that wait for a model. */
export class ModelPlaces {
  /** Uids of jobs by the name of the model that they use. */
  readonly #users = new Map<string, Set<string>>();
  /** Number of jobs that wait, for a slot or for the model, by the name of the model. */
  readonly #wanting = new Map<string, number>();
  /** Jobs that wait for a model, by its name and then by the account. */
  readonly #blocked = new Map<string, Map<string, IndexedHeap<WaitingJob>>>();

  /** Returns a model that is used by as many other jobs as it may be, or undefined. */
  full(uid: string, { models }: ModelNeeds): LimitedModel | undefined {
    return models.find(({ name, concurrency }) => {
      const users = this.#users.get(name);
      return users !== undefined && users.size - (users.has(uid) ? 1 : 0) >= concurrency;
    });
  }

  uses(uid: string, { models }: ModelNeeds): boolean {
    return models.every(({ name }) => this.#users.get(name)?.has(uid) === true);
  }

  /** Reports whether another job waits for one of the models. */
  isWanted({ models }: ModelNeeds): boolean {
    return models.some(({ name }) => (this.#wanting.get(name) ?? 0) > 0);
  }

  /** Counts a job as a user of its models, whatever their limits. */
  hold(uid: string, { models }: ModelNeeds): void {
    for (const { name } of models) this.#users.set(name, (this.#users.get(name) ?? new Set<string>()).add(uid));
  }

  /** Stops counting a job as a user of these models. Returns the oldest job of each account that waits for one of them. */
  release(uid: string, models: readonly LimitedModel[]): string[] {
    return models.flatMap(({ name }) => {
      if (this.#users.get(name)?.delete(uid) !== true) return [];
      return [...(this.#blocked.get(name)?.values() ?? [])].flatMap((jobs) => jobs.first()?.uid ?? []);
    });
  }

  /** Counts a job that waits for these models, or with -1 stops to count it. */
  want({ models }: ModelNeeds, count: 1 | -1): void {
    for (const { name } of models) this.#wanting.set(name, (this.#wanting.get(name) ?? 0) + count);
  }

  /** Adds a job of an account to those that wait for one of its models. */
  block(account: string, job: WaitingJob & { needs: ModelNeeds }): void {
    for (const { name } of job.needs.models) {
      const accounts = this.#blocked.get(name) ?? new Map<string, IndexedHeap<WaitingJob>>();
      const jobs = accounts.get(account) ?? new IndexedHeap<WaitingJob>(byAge);
      this.#blocked.set(name, accounts.set(account, jobs));
      jobs.put(job.uid, job);
    }
  }

  unblock(account: string, { uid, needs: { models } }: WaitingJob & { needs: ModelNeeds }): void {
    for (const { name } of models) {
      const jobs = this.#blocked.get(name)?.get(account);
      jobs?.remove(uid);
      if (jobs?.size === 0) this.#blocked.get(name)?.delete(account);
    }
  }

  /** Returns the oldest job of an account that waits for one of these models. */
  nextOf(account: string, { models }: ModelNeeds): string[] {
    return models.flatMap(({ name }) => this.#blocked.get(name)?.get(account)?.first()?.uid ?? []);
  }
}
