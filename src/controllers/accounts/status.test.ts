import { expect, test } from '@jest/globals';
import { retiringMax, type AdAccount } from '../../schema/adaccount.ts';
import { wantedStatus } from './status.ts';

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

function statusWith(count: number) {
  const retiring = Array.from({ length: count }, (_, index) => `job-${index}`);
  const balance = { granted: 9_000, reserved: 0, spent: 5_000, retired: 5_000, retiring, available: 4_000 };
  const position = { epoch: 'epoch-1', sequence: 9_000 };
  const ledger = { kind: 'whole', balance, position, changedGrants: [] } as const;
  const seen = { account, ledger, areFilesForeign: false, counts: { running: 0, pending: 0 }, waiting: undefined };
  return wantedStatus(seen, new Date('2026-11-01T12:00:05Z'));
}

test('the account status keeps the old ledger position if the new one has too many retiring jobs', () => {
  expect(statusWith(retiringMax).ledger).toMatchObject({ sequence: 9_000, retired: 5_000 });
  expect(statusWith(retiringMax).ledger?.retiring).toHaveLength(retiringMax);
  const tooMany = statusWith(retiringMax + 1);
  expect(tooMany.ledger).toEqual(ledger);
  expect(tooMany.credits).toMatchObject({ spent: 5_000 });
});
