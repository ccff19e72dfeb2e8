import { v7 as uuidv7 } from 'uuid';
import type { AuditLog, AuditRow } from '../audit-log/port.ts';
import { annotationOf } from '../domain/audit-annotation.ts';
import type { Clock } from '../clock/port.ts';
import type { Announce, Change } from './change.ts';

/** Fields of a row of the audit log other than the change itself. */
export type Intended = Pick<AuditRow, 'action' | 'actor' | 'source' | 'target' | 'reason' | 'count'>;

interface Deps {
  auditLog: Pick<AuditLog, 'write' | 'finish'>;
  clock: Pick<Clock, 'now'>;
}

/** The row of an action could not be written, so the action was not done. */
export class NotRecorded extends Error {}

/** Returns the row of a change. Its target is that of the change, or else the intended one. */
export function rowOf({ target: intended, ...row }: Intended, change: Partial<Change>, now: Date): AuditRow {
  const { target = intended, before, after } = change;
  return { ...row, id: uuidv7(), time: now.toISOString(), outcome: 'started', target, before, after };
}

/**
 * Returns a function that gives each change an annotation with its row of the audit log, for a command that can write
 * only objects. A change that is tried again keeps the id of its row.
 */
export function annotating(intended: Intended, now: Date): Announce {
  const first = rowOf(intended, {}, now);
  return ({ isMadeAfterwards = false, ...change }) => {
    const row = { ...rowOf(intended, change, now), id: first.id };
    return Promise.resolve(annotationOf({ ...row, outcome: isMadeAfterwards ? 'started' : 'done' }));
  };
}

/**
 * Records one run of an operation in the audit log: its row before the change, and then its outcome. An operation
 * announces its change again before each retry; only the first row is written.
 */
export class Journal {
  readonly #deps: Deps;
  readonly #intended: Intended;
  readonly #mayFail: boolean;
  #written: AuditRow | undefined;

  /** With `mayFail`, the change is made even if its row cannot be written. */
  constructor(deps: Deps, intended: Intended, { mayFail }: { mayFail: boolean }) {
    [this.#deps, this.#intended, this.#mayFail] = [deps, intended, mayFail];
  }

  readonly announce: Announce = async (change) => {
    await this.write(change);
    return undefined;
  };

  async write(change: Partial<Change>): Promise<void> {
    if (this.#written !== undefined) return;
    const row = rowOf(this.#intended, change, this.#deps.clock.now());
    try {
      await this.#deps.auditLog.write(row);
      this.#written = row;
    } catch (error) {
      if (!this.#mayFail) throw new NotRecorded('The audit log could not be written.', { cause: error });
    }
  }

  /** Runs an operation and records its outcome. Throws what the operation throws. */
  async during<O extends { kind: string }>(run: () => Promise<O>): Promise<O> {
    try {
      const outcome = await run();
      await this.#finish(outcome.kind === 'done' ? 'done' : 'refused');
      return outcome;
    } catch (error) {
      await this.#finish('failed');
      throw error;
    }
  }

  /** Records the outcome. A failure is ignored, because the row itself is written. */
  async #finish(outcome: 'done' | 'refused' | 'failed'): Promise<void> {
    if (this.#written !== undefined) await this.#deps.auditLog.finish(this.#written, outcome).catch(() => undefined);
  }
}
