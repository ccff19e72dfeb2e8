import type { AuditRow } from '../../../src/audit-log/port.ts';
import { auditRow } from './audit-rows.ts';
import { sampleBrands } from './sample-brands.ts';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const grace = { kind: 'person', subject: 'u-9', name: 'Grace', groups: ['ops'], session: 's-2' } as const;
const command = { kind: 'command', subject: 'grace@ops' } as const;

/** Rows of the audit log that agree with the accounts and keys of the sample, the oldest first. */
export function sampleAuditRows(now: Date): AuditRow[] {
  const row = (minutesAgo: number, given: Partial<AuditRow>): AuditRow =>
    auditRow({
      ...{ time: new Date(now.getTime() - minutesAgo * minuteMs).toISOString(), outcome: 'done' },
      ...{ before: undefined, after: undefined, reason: undefined, ...given },
    });
  const account = (name: string) => ({ kind: 'AdAccount', namespace: 'default', name, account: name });
  const key = (name: string) => ({ ...account(name), kind: 'ApiKey', hint: 'adw_…' });
  const created = sampleBrands.flatMap(({ name, displayName, granted, note }, at) => [
    row(40 * dayMinutes - at * 9, {
      ...{ action: 'account.create', actor: command, target: account(name), source: {}, after: { displayName } },
    }),
    row(40 * dayMinutes - at * 9 - 3, {
      ...{ action: 'account.grant', actor: command, target: account(name), source: {}, reason: note },
      after: { amount: granted },
    }),
    row(40 * dayMinutes - at * 9 - 5, { action: 'api_key.create', target: key(name) }),
  ]);
  return [
    ...created,
    row(190, {
      action: 'sign_in.failed',
      actor: { kind: 'person', subject: 'unknown' },
      outcome: 'refused',
      count: 6,
      target: undefined,
    }),
    row(121, { action: 'session.start', actor: grace, target: undefined, after: { role: 'operator' } }),
    row(118, { action: 'job.replay', actor: grace, target: { kind: 'AdJob', namespace: 'default', name: 'archived' } }),
    row(64, {
      ...{ action: 'account.update', actor: grace, target: account('pulse'), reason: 'black week' },
      ...{ before: { maxRunningJobs: 4 }, after: { maxRunningJobs: 12 } },
    }),
    row(20, { action: 'session.start', target: undefined, after: { role: 'admin' } }),
    row(14, {
      ...{ action: 'api_key.update', target: key('verdane'), reason: 'a load test' },
      ...{ before: { limits: { imageCreatesPerMinute: 60 } }, after: { limits: { imageCreatesPerMinute: 120 } } },
    }),
  ];
}
