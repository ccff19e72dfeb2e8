import { differingColumns, grantsGap, sumsGap, type CreditTotals } from '../domain/credit-totals.ts';
import { lossSince, type LedgerPosition } from '../domain/ledger-position.ts';
import type { Balance, Hold, RebuiltAccount } from '../ledger/port.ts';
import type { AdAccount } from '../schema/adaccount.ts';

export interface Compared {
  namespace: string;
  name: string;
  ledger: Balance;
  resources: CreditTotals;
  findings: string[];
}

export interface LedgerSide {
  balance: Balance;
  sums: CreditTotals;
  position: LedgerPosition;
}

const rebuild = '`adwright ledger rebuild`';

/**
 * Returns the totals of credits that result from the AdAccount and its AdJobs. Adds `early`: reservations in the ledger
 * for jobs whose AdJob does not exist yet or does not show the reservation yet.
 */
export function sumsOf({ grants, retired, jobs }: RebuiltAccount, early: readonly Hold[]): CreditTotals {
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const creditsIn = (state: string): number => sum(jobs.filter((job) => job.state === state).map((job) => job.credits));
  return {
    granted: sum(grants.map(({ amount }) => amount)),
    reserved: creditsIn('reserved') + sum(early.map(({ credits }) => credits)),
    spent: retired + creditsIn('settled'),
  };
}

export function findingsOf(account: AdAccount, ledger: LedgerSide, resources: CreditTotals): string[] {
  const loss = lossSince(account.status?.ledger, ledger.position);
  if (loss !== undefined) return [`${loss} Requests to create jobs are refused. Run ${rebuild}.`];
  const { balance, sums } = ledger;
  const gap = sumsGap(balance, sums);
  return [...(gap === undefined ? [] : [`${gap} Run ${rebuild}.`]), ...differences(balance, resources)];
}

function differences(ledger: CreditTotals, resources: CreditTotals): string[] {
  const sentences: Record<keyof CreditTotals, string> = {
    granted: grantsGap(ledger.granted, resources.granted),
    reserved: `The ledger has reserved ${ledger.reserved} credits, but unfinished jobs require ${resources.reserved}. The controller corrects this within minutes: check that it runs, then verify again. If the difference stays, run ${rebuild}.`,
    spent: `The ledger has charged ${ledger.spent} credits, but successful jobs cost ${resources.spent}. The controller charges the reserved credits of finished jobs within a minute: check that it runs, then verify again. If the difference stays, run ${rebuild}.`,
  };
  return differingColumns(ledger, resources).map((column) => sentences[column]);
}
