import { expect, test } from '@jest/globals';
import { expectedTotals, type AccountResources, type JobInLedger } from './account-resources.ts';

const key = { namespace: 'default', name: 'acme' };

function job(state: JobInLedger['state'], credits: number): [string, JobInLedger] {
  return [state, { jobId: state, object: { ...key, uid: state }, credits, state, retiredAt: undefined }];
}

test('expectedTotals counts running jobs and early holds as reserved, and charged and deleted jobs as spent', () => {
  const resources: AccountResources = {
    key,
    account: {
      apiVersion: 'adwright.dev/v1alpha1',
      kind: 'AdAccount',
      metadata: { ...key, uid: 'u', resourceVersion: '1', generation: 1, creationTimestamp: '2026-11-01T12:00:00Z' },
      spec: {
        active: true,
        creditGrants: [
          { id: 'a', amount: 60 },
          { id: 'b', amount: 40 },
        ],
        weight: 1,
      },
      status: { ledger: { epoch: 'e1', sequence: 7, retired: 13 } },
    },
    jobs: new Map([job('reserved', 5), job('settled', 7), job('released', 11)]),
    waiting: new Set(['waiting']),
    promised: new Map(),
    copies: new Map(),
  };
  const hold = (uid?: string, account = key) => ({
    account,
    credits: 3,
    object: uid === undefined ? undefined : { uid },
  });
  const holds = [hold(), hold('waiting'), hold('reserved'), hold('waiting', { ...key, name: 'globex' })];
  expect(expectedTotals(resources, holds)).toEqual({ granted: 100, reserved: 11, spent: 20 });
});
