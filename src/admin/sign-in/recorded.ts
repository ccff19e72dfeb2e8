import { v7 as uuidv7 } from 'uuid';
import { AuditLogUnavailable, type AuditLog, type AuditRow } from '../../audit-log/port.ts';
import type { Clock } from '../../clock/port.ts';

export interface Recorder {
  auditLog: Pick<AuditLog, 'write' | 'finish'>;
  clock: Pick<Clock, 'now'>;
}

type Row = Pick<AuditRow, 'action' | 'actor' | 'source' | 'target' | 'after' | 'reason' | 'count'>;

/** Writes a row of an action that is over. Throws `AuditLogUnavailable`. */
export function record({ auditLog, clock }: Recorder, row: Row, outcome: AuditRow['outcome']): Promise<void> {
  return auditLog.write({ id: uuidv7(), time: clock.now().toISOString(), outcome, ...row });
}

/**
 * Records an action, then does it. If the row cannot be written, the action is not done and the result is undefined.
 */
export async function recorded<T>(recorder: Recorder, row: Row, work: () => Promise<T>): Promise<T | undefined> {
  const { auditLog, clock } = recorder;
  const written: AuditRow = { id: uuidv7(), time: clock.now().toISOString(), outcome: 'started', ...row };
  try {
    await auditLog.write(written);
  } catch (error) {
    if (error instanceof AuditLogUnavailable) return undefined;
    throw error;
  }
  try {
    const value = await work();
    await auditLog.finish(written, 'done').catch(ignored);
    return value;
  } catch (error) {
    await auditLog.finish(written, 'failed').catch(ignored);
    throw error;
  }
}

function ignored(): void {
  // The row itself is written.
}
