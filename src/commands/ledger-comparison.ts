import type { Balance, Hold, LedgerPosition, RebuiltAccount } from '../ledger/port.ts';
import type { AdAccount } from '../schema/adaccount.ts';

export type Sums = Pick<Balance, 'granted' | 'reserved' | 'spent'>;

/** One account, as the ledger and as the resources have it. */
export interface Compared {
  namespace: string;
  name: string;
  ledger: Balance;
  resources: Sums;
  /** Sentences: what differs, and what to do. Empty where nothing does. */
  findings: string[];
}

export interface LedgerSide {
  balance: Balance;
  /** What its entries add up to. */
  sums: Sums;
  position: LedgerPosition;
}

const rebuild = '`adwright ledger rebuild`';

/** What the resources add up to, with the holds of jobs that have no resource yet or that nobody has admitted yet. */
export function sumsOf({ grants, retired, jobs }: RebuiltAccount, early: readonly Hold[]): Sums {
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const creditsIn = (state: string): number => sum(jobs.filter((job) => job.state === state).map((job) => job.credits));
  return {
    granted: sum(grants.map(({ amount }) => amount)),
    reserved: creditsIn('reserved') + sum(early.map(({ credits }) => credits)),
    spent: retired + creditsIn('settled'),
  };
}

/** What is wrong with the books of an account. */
export function findingsOf(account: AdAccount, ledger: LedgerSide, resources: Sums): string[] {
  const lost = lostSince(account, ledger.position);
  if (lost !== undefined) return [lost];
  const { balance, sums } = ledger;
  const own = (['granted', 'reserved', 'spent'] as const)
    .filter((what) => balance[what] !== sums[what])
    .map(
      (what) =>
        `The ledger contradicts itself: its balance says ${what} ${balance[what]}, its entries add up to ${sums[what]}. Run ${rebuild}.`,
    );
  return [...own, ...differences(balance, resources)];
}

function lostSince({ status }: AdAccount, position: LedgerPosition): string | undefined {
  const seen = status?.ledger;
  if (seen === undefined) return undefined;
  if (seen.epoch !== position.epoch) {
    return `The AdAccount remembers the ledger's epoch ${seen.epoch}, this is ${position.epoch}: those books were lost, and creates are refused. Run ${rebuild}.`;
  }
  if (seen.sequence <= position.sequence) return undefined;
  return `The AdAccount remembers change ${seen.sequence} of the ledger, which has only ${position.sequence}: an old backup was restored, and creates are refused. Run ${rebuild}.`;
}

function differences(ledger: Sums, resources: Sums): string[] {
  const { granted, reserved, spent } = ledger;
  const all: [boolean, string][] = [
    [
      granted !== resources.granted,
      `The ledger has granted ${granted}, the AdAccount lists ${resources.granted}. Where its condition GrantsApplied is False, a grant was changed or taken away after it had counted: put it back as it was. Else see that the controller runs.`,
    ],
    [
      reserved !== resources.reserved,
      `The ledger holds ${reserved}, the jobs that go on need ${resources.reserved}. The controller mends that within minutes: see that it runs, then verify again. What stays is mended by ${rebuild}.`,
    ],
    [
      spent !== resources.spent,
      `The ledger has charged ${spent}, the jobs that succeeded cost ${resources.spent}. The controller settles what is open within a minute: see that it runs, then verify again. What stays is mended by ${rebuild}.`,
    ],
  ];
  return all.filter(([differs]) => differs).map(([, sentence]) => sentence);
}
