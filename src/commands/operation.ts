import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { storeJobs } from '../operations/jobs/store-jobs.ts';
import { annotating, Journal, NotRecorded } from '../operations/journal.ts';
import type { By, Operation } from '../operations/operation.ts';
import type { ObjectStore } from '../store/port.ts';
import { CommandError, exitCodes, type CommandContext } from './context.ts';

/** A person who can write the objects of an installation may run every operation. */
const asAdmin: By = { actor: { kind: 'role', role: 'admin' } };

const nothing = (): Promise<undefined> => Promise.resolve(undefined);

function depsOf(context: CommandContext, store: ObjectStore) {
  return {
    ...{ store, clock: context.clock, newId: () => uuidv7(), random: (bytes: number) => randomBytes(bytes) },
    accountSecrets: () => context.accountSecrets(),
    jobs: storeJobs(store, context.namespace),
    // Commands neither read archived jobs nor cancel jobs without an AdJob.
    archive: { get: nothing, delivery: nothing, delete: nothing },
    ledger: { intents: { cancel: () => Promise.resolve(false), drop: nothing } },
  };
}

type Done<O> = Extract<O, { kind: 'done' }>;
export type Refused<O> = Exclude<O, { kind: 'done' }>;

type Performed<Input, O> = Pick<Operation<z.ZodType, never, { kind: string }>, 'name' | 'effect'> & {
  run(input: Input, deps: ReturnType<typeof depsOf>, by: By): Promise<O>;
};

/**
 * Runs an operation on the objects of the command's namespace and returns the outcome of the kind `done`. For any other
 * outcome, throws the error that `explain` returns. A change is recorded in the audit log first.
 */
export async function perform<Input, O extends { kind: string }>(
  context: CommandContext,
  operation: Performed<Input, O>,
  inputOf: (namespace: string) => Input,
  explain: (refused: Refused<O>) => CommandError = unexpected,
): Promise<Done<O>> {
  const store = await context.store();
  const run = (by: By): Promise<O> => operation.run(inputOf(context.namespace), depsOf(context, store), by);
  const outcome = operation.effect === 'reads' ? await run(asAdmin) : await recorded(context, operation, run);
  assertDone(outcome, explain);
  return outcome;
}

/**
 * Runs a change and records it. If the audit log cannot be written, the change is refused, unless it only takes rights
 * away.
 */
async function recorded<O extends { kind: string }>(
  context: CommandContext,
  { name, effect }: Pick<Performed<never, O>, 'name' | 'effect'>,
  run: (by: By) => Promise<O>,
): Promise<O> {
  const { clock, reason } = context;
  const { auditLog, actor } = await context.changeRecords();
  const intended = { action: name, actor, source: {}, reason };
  if (auditLog === undefined) return run({ ...asAdmin, announce: annotating(intended, clock.now()) });
  const journal = new Journal({ auditLog, clock }, intended, { mayFail: effect === 'reduces' });
  try {
    return await journal.during(() => run({ ...asAdmin, announce: journal.announce }));
  } catch (error) {
    if (!(error instanceof NotRecorded)) throw error;
    const why = error.cause instanceof Error ? ` ${error.cause.message}` : '';
    throw new CommandError(`Nothing was changed, because the change could not be recorded.${why}`);
  }
}

function unexpected(): never {
  throw new Error('The operation has an outcome that the command does not know.');
}

function assertDone<O extends { kind: string }>(
  outcome: O,
  explain: (refused: Refused<O>) => CommandError,
): asserts outcome is Done<O> {
  if (isRefused(outcome)) throw explain(outcome);
}

function isRefused<O extends { kind: string }>(outcome: O): outcome is Refused<O> {
  return outcome.kind !== 'done';
}

const groups = { AdAccount: 'accounts', ApiKey: 'keys', AdJob: 'jobs' };

/** Returns an error with exit code 3 whose message names the `list` command for this kind. */
export function notFound(kind: keyof typeof groups, name: string): CommandError {
  const archive = kind === 'AdJob' ? ' Read an archived job with GET /jobs/{job_id}.' : '';
  return new CommandError(
    `${kind} "${name}" not found. Run \`adwright ${groups[kind]} list\` to list all.${archive}`,
    exitCodes.notFound,
  );
}

export function nameTaken(kind: keyof typeof groups, name: string): CommandError {
  return new CommandError(`${kind} "${name}" already exists.`);
}
