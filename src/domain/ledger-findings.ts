import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { ObjectKey } from '../store/port.ts';
import { isConditionTrue } from './conditions.ts';
import { retiredAtAnnotation } from './labels.ts';

/** Whole credits. */
export interface CreditTotals {
  granted: number;
  reserved: number;
  spent: number;
}

type Position = { epoch: string; sequence: number };

/** The books of one account, as the ledger tells them. */
export interface AccountBooks {
  /** Undefined: the ledger has no books. */
  position: Position | undefined;
  balance: CreditTotals;
  /** What the entries add up to. */
  sums: CreditTotals;
}

export interface AccountFinding {
  /** `lost`: the books are gone, or older than what was seen of them. `sums`, `resources`: they do not add up. */
  kind: 'lost' | 'sums' | 'resources';
  account: ObjectKey;
  message: string;
}

/** How a job stands in the books, by its resource. */
export interface JobStanding {
  state: 'reserved' | 'settled' | 'released';
  credits: number;
}

/**
 * What is wrong with the books of an account. `resources`: what its grants and jobs add up to, where that is known; the
 * books must have been read after them.
 */
export function accountFindings(
  account: AdAccount,
  { position, balance, sums }: AccountBooks,
  resources?: CreditTotals,
): AccountFinding[] {
  const { namespace, name } = account.metadata;
  const finding = (kind: AccountFinding['kind'], message: string): AccountFinding[] => [
    { kind, account: { namespace, name }, message },
  ];
  const loss = lossOf(account.status?.ledger, position);
  if (loss !== undefined) return finding('lost', loss);
  const inside = sumsGap(balance, sums);
  const outside = resources && totalsGap(balance, resources);
  return [
    ...(inside === undefined ? [] : finding('sums', inside)),
    ...(outside === undefined ? [] : finding('resources', `The balance is not what the resources say: ${outside}.`)),
  ];
}

/** Why books at this position cannot be those of which `mirrored` was seen; undefined where they can. */
export function lossOf(mirrored: Position | undefined, position: Position | undefined): string | undefined {
  if (mirrored === undefined) return undefined;
  if (position === undefined) return 'The books are gone.';
  if (position.epoch !== mirrored.epoch) return 'The books are not those that the account has seen.';
  if (position.sequence >= mirrored.sequence) return undefined;
  return `The books are older than what the account has seen: change ${position.sequence} of ${mirrored.sequence}.`;
}

/** How the balance differs from what the entries add up to; undefined where it does not. */
export function sumsGap(balance: CreditTotals, sums: CreditTotals): string | undefined {
  const columns = totalsGap(balance, sums);
  return columns && `The balance is not what the entries add up to: ${columns}.`;
}

/** `reserved 10 instead of 5`, by each column that differs. */
export function totalsGap(told: CreditTotals, want: CreditTotals): string | undefined {
  const unequal = (['granted', 'reserved', 'spent'] as const).filter((column) => told[column] !== want[column]);
  if (unequal.length === 0) return undefined;
  return unequal.map((column) => `${column} ${told[column]} instead of ${want[column]}`).join(', ');
}

/** Undefined for a job that nothing was ever held for. */
export function standingOf({ status }: Pick<AdJob, 'status'>): JobStanding | undefined {
  const { phase, credits, conditions } = status ?? {};
  if (credits === undefined || !isConditionTrue(conditions, 'Admitted')) return undefined;
  const { required, charged = required } = credits;
  if (phase === 'SUCCESS') return { state: 'settled', credits: charged };
  return { state: phase === 'FAILED' ? 'released' : 'reserved', credits: required };
}

/** What an account has by its resources. A job whose charge counts as retired already is left out. */
export function resourceTotals(
  { grants, retired }: { grants: readonly { amount: number }[]; retired: number },
  jobs: Iterable<Pick<AdJob, 'metadata' | 'status'>>,
): CreditTotals {
  const totals = { granted: grants.reduce((sum, { amount }) => sum + amount, 0), reserved: 0, spent: retired };
  for (const job of jobs) {
    const standing = standingOf(job);
    if (standing?.state === 'reserved') totals.reserved += standing.credits;
    const isRetired = job.metadata.annotations?.[retiredAtAnnotation] !== undefined;
    if (standing?.state === 'settled' && !isRetired) totals.spent += standing.credits;
  }
  return totals;
}
