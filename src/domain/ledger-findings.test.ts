import { describe, expect, test } from '@jest/globals';
import { buildJob } from '../../test/support/build-job.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { adAccountKind } from './kinds.ts';
import { accountFindings, resourceTotals, standingOf, type AccountBooks } from './ledger-findings.ts';
import { retiredAtAnnotation } from './labels.ts';

const admitted: AdJobStatus = {
  phase: 'PROCESSING',
  credits: { required: 5 },
  conditions: [
    { type: 'Admitted', status: 'True', reason: 'Admitted', message: '', lastTransitionTime: '2026-11-01T12:00:00Z' },
  ],
};
const succeeded: AdJobStatus = { ...admitted, phase: 'SUCCESS', credits: { required: 5, charged: 5 } };

function account(ledger?: { epoch: string; sequence: number }): AdAccount {
  const { metadata, apiVersion } = buildJob();
  const spec = adAccountKind.parseSpec({});
  return { apiVersion, kind: 'AdAccount', metadata: { ...metadata, name: 'acme' }, spec, status: { ledger } };
}

const totals = { granted: 100, reserved: 10, spent: 20 };
const books: AccountBooks = { position: { epoch: 'a', sequence: 7 }, balance: totals, sums: totals };
const seen = (epoch: string, sequence: number) => account({ epoch, sequence });

describe('the books of an account', () => {
  test.each<[string, AdAccount, Partial<AccountBooks> & { resources?: typeof totals }, string[]]>([
    ['are well when all agrees', seen('a', 7), { resources: totals }, []],
    ['may be ahead of what was seen', seen('a', 3), {}, []],
    ['may be seen by nobody yet', account(), {}, []],
    ['were never begun where nobody has seen any', account(), { position: undefined }, []],
    ['are lost when they are gone', seen('a', 7), { position: undefined }, ['lost']],
    ['are lost when they are others', seen('b', 1), {}, ['lost']],
    ['are lost when they are older', seen('a', 8), {}, ['lost']],
    ['do not agree with their entries', seen('a', 7), { sums: { ...totals, reserved: 5 } }, ['sums']],
    ['do not agree with the resources', seen('a', 7), { resources: { ...totals, spent: 25 } }, ['resources']],
    ['are told lost alone when they are', seen('b', 7), { sums: { ...totals, reserved: 5 } }, ['lost']],
  ])('%s', (_, of, { resources, ...change }, want) => {
    const found = accountFindings(of, { ...books, ...change }, resources);
    expect(found.map(({ kind }) => kind)).toEqual(want);
  });

  test('tell what differs, and whose they are', () => {
    expect(accountFindings(account(), { ...books, sums: { granted: 90, reserved: 10, spent: 21 } })).toEqual([
      {
        kind: 'sums',
        account: { namespace: 'default', name: 'acme' },
        message: 'The balance is not what the entries add up to: granted 100 instead of 90, spent 20 instead of 21.',
      },
    ]);
  });
});

describe('how a job stands', () => {
  test.each<[string, AdJobStatus | undefined, ReturnType<typeof standingOf>]>([
    ['one that goes on has its price held', admitted, { state: 'reserved', credits: 5 }],
    ['one that waits for its start, too', { ...admitted, phase: 'PENDING' }, { state: 'reserved', credits: 5 }],
    ['one that succeeded was charged', succeeded, { state: 'settled', credits: 5 }],
    ['one that failed costs nothing', { ...admitted, phase: 'FAILED' }, { state: 'released', credits: 5 }],
    ['one that was not admitted has nothing', { ...admitted, phase: 'FAILED', conditions: [] }, undefined],
    ['one that nobody has seen has nothing', undefined, undefined],
  ])('%s', (_, status, want) => {
    expect(standingOf(buildJob(status && { status }))).toEqual(want);
  });

  test('all jobs of an account add up, those that are retired being counted already', () => {
    const metadata = { annotations: { [retiredAtAnnotation]: '12' } };
    const jobs = [
      buildJob({ status: admitted }),
      buildJob({ status: succeeded }),
      buildJob({ status: succeeded, metadata }),
      buildJob({ status: { ...admitted, phase: 'FAILED' } }),
      buildJob(),
    ];
    const grants = [{ amount: 70 }, { amount: 30 }];
    expect(resourceTotals({ grants, retired: 40 }, jobs)).toEqual({ granted: 100, reserved: 5, spent: 45 });
  });
});
