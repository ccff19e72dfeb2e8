import { expect, test } from '@jest/globals';
import type { AdAccount } from '../schema/adaccount.ts';
import type { CreditTotals } from '../domain/credit-totals.ts';
import { findingsOf, type LedgerSide } from './ledger-comparison.ts';

const key = { namespace: 'default', name: 'acme' };
const totals: CreditTotals = { granted: 100, reserved: 5, spent: 20 };
const position = { epoch: 'e1', sequence: 7 };

const account = (ledger?: { epoch: string; sequence: number }): AdAccount => ({
  apiVersion: 'adwright.dev/v1alpha1',
  kind: 'AdAccount',
  metadata: { ...key, uid: 'u', resourceVersion: '1', generation: 1, creationTimestamp: '2026-11-01T12:00:00Z' },
  spec: { active: true, creditGrants: [], weight: 1 },
  ...(ledger && { status: { ledger } }),
});

const side = (change: Partial<CreditTotals> = {}, sums: CreditTotals = { ...totals, ...change }): LedgerSide => ({
  balance: { ...totals, retired: 0, retiring: [], available: 75, ...change },
  sums,
  position,
});

test('equal totals give no finding', () => {
  expect(findingsOf(account(), side(), totals)).toEqual([]);
});

test.each<[string, Partial<CreditTotals>, RegExp]>([
  ['granted', { granted: 90 }, /^The ledger has granted 90 credits, but the AdAccount lists 100\. .*GrantsApplied/],
  ['reserved', { reserved: 9 }, /^The ledger has reserved 9 credits, but unfinished jobs require 5\. .*verify again/],
  ['spent', { spent: 0 }, /^The ledger has charged 0 credits, but successful jobs cost 20\. .*verify again/],
])('a difference in %s names both numbers and a remedy', (_, change, sentence) => {
  expect(findingsOf(account(), side(change), totals)).toEqual([expect.stringMatching(sentence)]);
});

test('a balance that differs from its entries is reported in addition to its difference from the AdJobs', () => {
  expect(findingsOf(account(), side({ spent: 3 }, totals), totals)).toEqual([
    'The balance of the account differs from the sum of its ledger entries: spent 3 instead of 20. Run `adwright ledger rebuild`.',
    expect.stringContaining('The ledger has charged 3 credits'),
  ]);
});

test('if the ledger is lost, this is the only finding, because its numbers have no meaning', () => {
  expect(findingsOf(account({ epoch: 'e0', sequence: 1 }), side({ granted: 0, spent: 0 }), totals)).toEqual([
    'The AdAccount has recorded ledger epoch e0, but the ledger has epoch e1: ledger data is lost. Requests to create jobs are refused. Run `adwright ledger rebuild`.',
  ]);
});

test('a ledger that is ahead of the recorded position is not lost', () => {
  expect(findingsOf(account({ epoch: 'e1', sequence: 6 }), side(), totals)).toEqual([]);
});
