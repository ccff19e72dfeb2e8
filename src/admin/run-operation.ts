import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { AuditLog, AuditRow } from '../audit-log/port.ts';
import type { Clock } from '../clock/port.ts';
import { mayRun } from '../operations/actor.ts';
import type { Announce, Change } from '../operations/change.ts';
import type { Operation } from '../operations/operation.ts';
import { hasRecentSignIn, type Viewer } from './viewer.ts';

/** Outcomes that an operation cannot have itself. */
export type Refusal = { kind: 'not-allowed' } | { kind: 'sign-in-again' } | { kind: 'not-recorded' };

/** The action that the audit log records, if the operation does not report a change. */
interface Recorded {
  target?: AuditRow['target'];
  /** Why the person acts, in their own words. */
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
  const { right, effect, name } = operation;
  if (!mayRun(right, viewer.actor)) return { kind: 'not-allowed' };
  if (right.recentSignIn === true && !hasRecentSignIn(viewer, deps.clock.now())) return { kind: 'sign-in-again' };
  const journal = new Journal(deps, { action: name, viewer, mayFail: effect === 'reduces', ...recorded });
  try {
    if (effect === 'reads' && right.recentSignIn === true) await journal.write({});
    const outcome = await operation.run(input, deps, { actor: viewer.actor, announce: journal.announce });
    await journal.finish(outcome.kind === 'done' ? 'done' : 'refused');
    return outcome;
  } catch (error) {
    if (error instanceof NotRecorded) return { kind: 'not-recorded' };
    await journal.finish('failed');
    throw error;
  }
}

class NotRecorded extends Error {}

/** The rows of one run of an operation. An operation announces again before each retry; only the first row is written. */
class Journal {
  readonly #deps: Deps;
  readonly #row: { action: string; viewer: Viewer; mayFail: boolean } & Recorded;
  #written: AuditRow | undefined;

  constructor(deps: Deps, row: { action: string; viewer: Viewer; mayFail: boolean } & Recorded) {
    this.#deps = deps;
    this.#row = row;
  }

  readonly announce: Announce = async (change) => {
    await this.write(change);
    return undefined;
  };

  async write({ target, before, after }: Partial<Change>): Promise<void> {
    if (this.#written !== undefined) return;
    const { action, viewer, reason, mayFail } = this.#row;
    const row: AuditRow = {
      ...{ id: uuidv7(), time: this.#deps.clock.now().toISOString(), action, outcome: 'started' },
      ...{ actor: viewer.person, source: viewer.source, target: target ?? this.#row.target, before, after, reason },
    };
    try {
      await this.#deps.auditLog.write(row);
      this.#written = row;
    } catch (error) {
      if (!mayFail) throw new NotRecorded('The audit log could not be written.', { cause: error });
    }
  }

  /** Records the outcome. A failure is ignored, because the row itself is written. */
  async finish(outcome: 'done' | 'refused' | 'failed'): Promise<void> {
    if (this.#written !== undefined) await this.#deps.auditLog.finish(this.#written, outcome).catch(() => undefined);
  }
}
