import { describe } from '@jest/globals';
import { accountsContract } from './ledger-accounts.ts';
import { admissionContract } from './ledger-admission.ts';
import { auditContract } from './ledger-audit.ts';
import { LedgerBench, type LedgerInTime, type LedgerUnderTest } from './ledger-bench.ts';
import { intentsContract } from './ledger-intents.ts';
import { jobsContract } from './ledger-jobs.ts';
import { memoryContract } from './ledger-memory.ts';

/** What every ledger does. Nothing in it needs time to be moved. */
export function ledgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`${name}, as a ledger`, () => {
    const bench = new LedgerBench(open);
    describe('admitting', () => {
      admissionContract(bench);
    });
    describe('binding and closing', () => {
      jobsContract(bench);
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

/** How long a ledger remembers: for those whose time a test can move. */
export function ledgerTimeContract(name: string, open: () => Promise<LedgerInTime>): void {
  describe(`${name}, as a ledger in time`, () => {
    memoryContract(new LedgerBench(open));
  });
}
