import { AuditLogUnavailable, type AuditLog, type AuditOutcome } from '../../audit-log/port.ts';
import type { Clock } from '../../clock/port.ts';
import type { Change } from '../../operations/change.ts';
import { rowOf, type Intended } from '../../operations/journal.ts';

export interface Recorder {
  auditLog: Pick<AuditLog, 'write' | 'finish'>;
  clock: Pick<Clock, 'now'>;
}

type Row = Intended & Pick<Change, 'after'>;

/** Writes a row of an action that is over. Throws `AuditLogUnavailable`. */
export function record(
  { auditLog, clock }: Pick<Recorder, 'clock'> & { auditLog: Pick<AuditLog, 'write'> },
  { after, ...intended }: Row,
  outcome: AuditOutcome,
): Promise<void> {
  return auditLog.write({ ...rowOf(intended, { after }, clock.now()), outcome });
}

/**
 * Records an action, then does it. If the row cannot be written, the action is not done and the result is undefined.
 * `outcomeOf` returns the outcome to record; by default, the action is done.
 */
export async function recorded<T>(
  { auditLog, clock }: Recorder,
  { after, ...intended }: Row,
  work: () => Promise<T>,
  outcomeOf: (value: T) => 'done' | 'refused' = () => 'done',
): Promise<T | undefined> {
  const written = rowOf(intended, { after }, clock.now());
  try {
    await auditLog.write(written);
  } catch (error) {
    if (error instanceof AuditLogUnavailable) return undefined;
    throw error;
  }
  try {
    const value = await work();
    await auditLog.finish(written, outcomeOf(value)).catch(ignored);
    return value;
  } catch (error) {
    await auditLog.finish(written, 'failed').catch(ignored);
    throw error;
  }
}

function ignored(): void {
  // The row itself is written.
}
