import type { z } from 'zod';
import type { Archive } from '../archive/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import type { Balances, Intents } from '../ledger/port.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';
import { mayRun, type Actor, type Right } from './actor.ts';
import type { Announce } from './change.ts';
import type { JobFinder } from './jobs/found-job.ts';

/** Everything that operations depend on. Each operation names what it needs. */
export interface Ports {
  store: Omit<ObjectStore, 'watch' | 'patchStatus'>;
  jobs: JobFinder;
  ledger: Pick<Balances, 'balance' | 'history'>;
  archive: Pick<Archive, 'get' | 'delivery' | 'delete'>;
  artifacts: Pick<ArtifactStore, 'deleteTree'>;
  /** Opens the signing secrets of accounts. */
  accountSecrets: () => Promise<AccountSecrets>;
  clock: Pick<Clock, 'now'>;
  newId: () => string;
  /** Returns cryptographically secure random bytes. */
  random: (bytes: number) => Buffer;
}
export type Needs<P extends keyof Ports> = Pick<Ports, P>;

/** The accepted jobs whose AdJobs do not exist yet. */
export interface NeedsIntents {
  ledger: { intents: Pick<Intents, 'cancel' | 'drop'> };
}

/** The actor of an operation, and the function that gets each change before it is made. */
export interface By {
  actor: Actor;
  announce?: Announce;
}

/**
 * Something that a person or program may do. Commands, REST handlers and other callers parse their input, run the
 * operation and show its outcome.
 */
export interface Operation<Input extends z.ZodType, Deps, Outcome extends { kind: string }> {
  /** Name for the audit log, such as `api_key.revoke`. */
  name: string;
  summary: string;
  input: Input;
  right: Right;
  /** `reads` changes nothing. `reduces` only takes rights away, so it must work even if no audit row can be written. */
  effect: 'reads' | 'changes' | 'reduces';
  /**
   * Returns the outcome, of the kind `done` if the operation has succeeded. An object that the actor may not see counts
   * as not found. Throws `NotAllowed` if the actor lacks the right, and the errors of the stores.
   */
  run(input: z.output<Input>, deps: Deps, by: By): Promise<Outcome>;
}

/** Outcome of an operation. */
export type OutcomeOf<O extends { run: (...args: never[]) => unknown }> = Awaited<ReturnType<O['run']>>;

/** The actor lacks the right to run an operation at all. Callers check `mayRun` first, so this is the second check. */
export class NotAllowed extends Error {}

export function defineOperation<Input extends z.ZodType, Deps, Outcome extends { kind: string }>(
  operation: Operation<Input, Deps, Outcome>,
): Operation<Input, Deps, Outcome> {
  const { name, right } = operation;
  return {
    ...operation,
    run: async (input, deps, by) => {
      if (!mayRun(right, by.actor)) throw new NotAllowed(`The operation ${name} requires the role ${right.role}.`);
      return operation.run(input, deps, by);
    },
  };
}
