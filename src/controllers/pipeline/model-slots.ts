import type { AttemptNumber } from '../../launch/port.ts';

/** A model with the number of stages that may use it at once. */
export interface LimitedModel {
  name: string;
  concurrency: number;
}

/**
 * Stages that use each model at present. The state is in memory only: after a restart, a stage counts again when its job
 * is reconciled, so for a moment a model may be used by more stages than its limit.
 */
export class ModelSlots {
  /** Uids of jobs with their stages, by the name of the model. */
  readonly #users = new Map<string, Map<string, string>>();

  /**
   * Counts a stage as a user of its models, and returns true, unless one of them is used by as many other stages as it
   * may be. A stage that is counted already stays counted.
   */
  take(uid: string, stage: string, models: readonly LimitedModel[]): boolean {
    const isFull = models.some(({ name, concurrency }) => this.#others(uid, name) >= concurrency);
    if (isFull) return false;
    this.hold(uid, stage, models);
    return true;
  }

  /** Counts a stage that runs as a user of its models, whatever their limits. */
  hold(uid: string, stage: string, models: readonly LimitedModel[]): void {
    for (const { name } of models) this.#usersOf(name).set(uid, stage);
  }

  /** Stops counting the stages of a job, except for the one that still runs. */
  release(uid: string, running?: AttemptNumber): void {
    for (const users of this.#users.values()) if (users.get(uid) !== running?.stage) users.delete(uid);
  }

  #others(uid: string, name: string): number {
    const users = this.#usersOf(name);
    return users.size - (users.has(uid) ? 1 : 0);
  }

  #usersOf(name: string): Map<string, string> {
    const users = this.#users.get(name) ?? new Map<string, string>();
    this.#users.set(name, users);
    return users;
  }
}
