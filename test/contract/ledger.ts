import { describe } from '@jest/globals';
import { accountsContract } from './ledger-accounts.ts';
import { admissionContract } from './ledger-admission.ts';
import { auditContract } from './ledger-audit.ts';
import { LedgerBench, type LedgerInTime, type LedgerUnderTest } from './ledger-bench.ts';
import { intentsContract } from './ledger-intents.ts';
import { jobsContract } from './ledger-jobs.ts';
import { rebindContract } from './ledger-rebind.ts';
import { memoryContract } from './ledger-memory.ts';

/** Defines the tests that every ledger must pass, except those that have to move the ledger's time. */
export function ledgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`${name}: ledger contract`, () => {
    const bench = new LedgerBench(open);
    describe('admitting', () => {
      admissionContract(bench);
    });
    describe('binding and closing', () => {
      jobsContract(bench);
    });
    describe('rebind', () => {
      rebindContract(bench);
    });
    describe('accounts', () => {
      accountsContract(bench);
    });
    describe('intents', () => {
      intentsContract(bench);
    });
    describe('audit', () => {
      auditContract(bench);
    });
  });
}

/** Defines the tests of how long entries are kept, for ledgers whose time a test can move. */
export function ledgerTimeContract(name: string, open: () => Promise<LedgerInTime>): void {
  describe(`${name}: ledger contract over time`, () => {
    memoryContract(new LedgerBench(open));
  });
}
