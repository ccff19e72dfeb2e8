import { expect, test } from '@jest/globals';
import { kstatus } from '../../../test/support/cluster/kstatus.ts';
import { findCondition } from '../../domain/conditions.ts';
import { retiringMax, type AdAccount } from '../../schema/adaccount.ts';
import { statusChange, wantedStatus, type SeenAccount } from './status.ts';

const ledger = { epoch: 'epoch-1', sequence: 3, retired: 10, retiring: [], time: '2026-11-01T12:00:00Z' };
const account: AdAccount = {
  apiVersion: 'adwright.dev/v1alpha1',
  kind: 'AdAccount',
  metadata: {
    ...{ namespace: 'ads', name: 'acme', uid: 'u', resourceVersion: '1', generation: 1 },
    creationTimestamp: '2026-11-01T12:00:00Z',
  },
  spec: { active: true, creditGrants: [], weight: 1 },
  status: { ledger },
};

const now = new Date('2026-11-01T12:00:05Z');
const balance = { granted: 9_000, reserved: 0, spent: 5_000, retired: 5_000, retiring: [], available: 4_000 };
const position = { epoch: 'epoch-1', sequence: 9_000 };
const seen: SeenAccount = {
  ...{ account, areFilesForeign: false, counts: { running: 0, pending: 0 }, waiting: undefined },
  ledger: { kind: 'whole', balance, position, changedGrants: [] },
};

function statusWith(count: number) {
  const retiring = Array.from({ length: count }, (_, index) => `job-${index}`);
  const ledger = { kind: 'whole', balance: { ...balance, retiring }, position, changedGrants: [] } as const;
  return wantedStatus({ ...seen, ledger }, now);
}

test('the account status keeps the old ledger position if the new one has too many retiring jobs', () => {
  expect(statusWith(retiringMax).ledger).toMatchObject({ sequence: 9_000, retired: 5_000 });
  expect(statusWith(retiringMax).ledger?.retiring).toHaveLength(retiringMax);
  const tooMany = statusWith(retiringMax + 1);
  expect(tooMany.ledger).toEqual(ledger);
  expect(tooMany.credits).toMatchObject({ spent: 5_000 });
});

test.each<[string, Partial<SeenAccount>, string, string]>([
  ['whose spec is applied', {}, 'True Applied', 'Current'],
  [
    'that is deactivated',
    { account: { ...account, spec: { ...account.spec, active: false } } },
    'True Deactivated',
    'Current',
  ],
  ['whose ledger is lost', { ledger: { kind: 'lost', why: 'It is empty.' } }, 'False LedgerLost', 'InProgress'],
  [
    'with a changed grant',
    { ledger: { kind: 'whole', balance, position, changedGrants: ['first'] } },
    'False GrantChanged',
    'Failed',
  ],
  ['whose signing secret is lost', { hasSecret: false }, 'False SecretLost', 'Failed'],
])('an account %s reports that to kstatus', (_, change, want, progress) => {
  const status = wantedStatus({ ...seen, ...change }, now);
  const ready = findCondition(status.conditions, 'Ready');
  expect(`${ready?.status} ${ready?.reason}`).toBe(want);
  expect(kstatus({ metadata: account.metadata, status })).toBe(progress);
});

test('an account is ready again after its signing secret was restored, or one of its user is named', () => {
  const lost = { ...account, status: wantedStatus({ ...seen, hasSecret: false }, now) };
  const restored = wantedStatus({ ...seen, account: lost, hasSecret: true }, now);
  expect(kstatus({ ...lost, status: restored })).toBe('Current');
  const own = { ...lost, spec: { ...account.spec, webhookSecretRef: { name: 'own' } } };
  expect(kstatus({ ...own, status: wantedStatus({ ...seen, account: own }, now) })).toBe('Current');
});

test('the status of an account is written for a new generation, and not if nothing has changed', () => {
  const status = wantedStatus(seen, now);
  const later = wantedStatus({ ...seen, account: { ...account, status } }, new Date('2026-11-02T12:00:00Z'));
  expect(statusChange(status, later, false)).toBe('none');
  const changed = { ...account, status, metadata: { ...account.metadata, generation: 2 } };
  expect(statusChange(status, wantedStatus({ ...seen, account: changed }, now), false)).not.toBe('none');
});
