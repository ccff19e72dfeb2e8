import type { z } from 'zod';
import type { AuditLog, AuditRow } from '../audit-log/port.ts';
import type { Clock } from '../clock/port.ts';
import { mayRun } from '../operations/actor.ts';
import { Journal, NotRecorded } from '../operations/journal.ts';
import type { Operation } from '../operations/operation.ts';
import { hasRecentSignIn, type Viewer } from './viewer.ts';

/** Outcomes that an operation cannot have itself. */
export type Refusal = { kind: 'not-allowed' } | { kind: 'sign-in-again' } | { kind: 'not-recorded' };

/** The action that the audit log records, if the operation does not report a change. */
interface Recorded {
  target?: AuditRow['target'];
  /** Reason of the person, in their own words. */
  reason?: string | undefined;
}

interface Deps {
  auditLog: AuditLog;
  clock: Pick<Clock, 'now'>;
}

/**
 * Runs an operation for a viewer, and records it in the audit log before it changes anything. If the row cannot be
 * written, the operation is refused, unless it only takes rights away.
 *
 * An operation that reads is recorded only if it needs a recent sign-in, because it then shows a secret.
 */
export async function runOperation<Input extends z.ZodType, D, Outcome extends { kind: string }>(
  operation: Operation<Input, D, Outcome>,
  input: z.output<Input>,
  { deps, viewer, ...recorded }: { deps: D & Deps; viewer: Viewer } & Recorded,
): Promise<Outcome | Refusal> {
  const { right, effect, name: action } = operation;
  if (!mayRun(right, viewer.actor)) return { kind: 'not-allowed' };
  if (right.recentSignIn === true && !hasRecentSignIn(viewer, deps.clock.now())) return { kind: 'sign-in-again' };
  const { person: actor, source } = viewer;
  const journal = new Journal(deps, { action, actor, source, ...recorded }, { mayFail: effect === 'reduces' });
  try {
    if (effect === 'reads' && right.recentSignIn === true) await journal.write({});
    const by = { actor: viewer.actor, announce: journal.announce };
    return await journal.during(() => operation.run(input, deps, by));
  } catch (error) {
    if (error instanceof NotRecorded) return { kind: 'not-recorded' };
    throw error;
  }
}
