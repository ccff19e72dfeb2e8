import { resourceGaps, sumsGap, type CreditTotals } from '../domain/credit-totals.ts';
import { lossSince, type LedgerPosition } from '../domain/ledger-position.ts';
import type { Balance } from '../ledger/port.ts';
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

export function findingsOf(account: AdAccount, ledger: LedgerSide, resources: CreditTotals): string[] {
  const loss = lossSince(account.status?.ledger, ledger.position);
  if (loss !== undefined) return [`${loss} Requests to create jobs are refused. Run ${rebuild}.`];
  const { balance, sums } = ledger;
  const gap = sumsGap(balance, sums);
  return [...(gap === undefined ? [] : [`${gap} Run ${rebuild}.`]), ...resourceGaps(balance, resources)];
}
