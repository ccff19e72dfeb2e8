import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '../../../src/audit-log/port.ts';

/** A row of the audit log, by default of an admin who grants credits. */
export function auditRow(given: Partial<AuditRow> = {}): AuditRow {
  return {
    ...{ id: uuidv7(), time: '2026-11-26T10:00:00.000Z', action: 'account.grant', outcome: 'started' },
    actor: { kind: 'person', subject: 'u-17', name: 'Ada', groups: ['ops'], session: 's-1' },
    source: { ip: '192.0.2.7', userAgent: 'Firefox' },
    target: { kind: 'AdAccount', namespace: 'ads', name: 'acme', uid: 'uid-1', account: 'acme' },
    before: { weight: 1 },
    after: { weight: 2 },
    reason: 'invoice 2041',
    ...given,
  };
}

/** Rows one minute apart, the oldest first. */
export function auditRows(count: number, given: (index: number) => Partial<AuditRow> = () => ({})): AuditRow[] {
  const beginMs = Date.parse('2026-11-26T10:00:00.000Z');
  return Array.from({ length: count }, (_, index) =>
    auditRow({ time: new Date(beginMs + index * 60_000).toISOString(), ...given(index) }),
  );
}
