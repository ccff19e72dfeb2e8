import { differingColumns, sumsGap, type CreditTotals } from '../domain/credit-totals.ts';
import { lossSince, type LedgerPosition } from '../domain/ledger-position.ts';
import type { Balance, Hold, RebuiltAccount } from '../ledger/port.ts';
import type { AdAccount } from '../schema/adaccount.ts';

/** One account, as the ledger and as the resources have it. */
export interface Compared {
  namespace: string;
  name: string;
  ledger: Balance;
  resources: CreditTotals;
  /** Sentences: what differs, and what to do. Empty where nothing does. */
  findings: string[];
}

export interface LedgerSide {
  balance: Balance;
  /** What its entries add up to. */
  sums: CreditTotals;
  position: LedgerPosition;
}

const rebuild = '`adwright ledger rebuild`';

/** What the resources add up to, with the holds of jobs that have no resource yet or that nobody has admitted yet. */
export function sumsOf({ grants, retired, jobs }: RebuiltAccount, early: readonly Hold[]): CreditTotals {
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const creditsIn = (state: string): number => sum(jobs.filter((job) => job.state === state).map((job) => job.credits));
  return {
    granted: sum(grants.map(({ amount }) => amount)),
    reserved: creditsIn('reserved') + sum(early.map(({ credits }) => credits)),
    spent: retired + creditsIn('settled'),
  };
}

/** What is wrong with the books of an account, in sentences that say what to do. */
export function findingsOf(account: AdAccount, ledger: LedgerSide, resources: CreditTotals): string[] {
  const loss = lossSince(account.status?.ledger, ledger.position);
  if (loss !== undefined) return [`${loss} Creates are refused: run ${rebuild}.`];
  const { balance, sums } = ledger;
  const gap = sumsGap(balance, sums);
  return [...(gap === undefined ? [] : [`${gap} Run ${rebuild}.`]), ...differences(balance, resources)];
}

function differences(ledger: CreditTotals, resources: CreditTotals): string[] {
  const sentences: Record<keyof CreditTotals, string> = {
    granted: `The ledger has granted ${ledger.granted}, the AdAccount lists ${resources.granted}. Where its condition GrantsApplied is False, a grant was changed or taken away after it had counted: put it back as it was. Else see that the controller runs.`,
    reserved: `The ledger holds ${ledger.reserved}, the jobs that go on need ${resources.reserved}. The controller mends that within minutes: see that it runs, then verify again. What stays is mended by ${rebuild}.`,
    spent: `The ledger has charged ${ledger.spent}, the jobs that succeeded cost ${resources.spent}. The controller settles what is open within a minute: see that it runs, then verify again. What stays is mended by ${rebuild}.`,
  };
  return differingColumns(ledger, resources).map((column) => sentences[column]);
}
