import type { LedgerPosition } from './ledger-position.ts';

/**
 * First ledger position (epoch, which identifies the ledger, and sequence number of a change) at which an account's
 * `retired` total, the charges of deleted jobs, includes the charge of a job. `everywhere` means that the total
 * includes the charge in every ledger that is rebuilt later.
 */
export type RetiredAt = LedgerPosition | 'everywhere';

export function writeRetirement(at: RetiredAt): string {
  return at === 'everywhere' ? '0' : `${at.sequence}@${at.epoch}`;
}

export function readRetirement(text: string | undefined): RetiredAt | undefined {
  if (text === '0') return 'everywhere';
  const [, sequence, epoch] = /^(\d{1,15})@(.+)$/.exec(text ?? '') ?? [];
  return sequence === undefined || epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}

/**
 * Reports whether the status of an account includes the charge of a deleted job. `seen` is the ledger position
 * (sequence number of a change) of the status. `at` is the first ledger position that includes the charge.
 */
export function isRemembered(at: RetiredAt, seen: LedgerPosition | undefined): boolean {
  if (at === 'everywhere') return seen !== undefined;
  return seen?.epoch === at.epoch && seen.sequence >= at.sequence;
}
