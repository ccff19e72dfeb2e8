import type { LedgerPosition } from './ledger-position.ts';

/**
 * First ledger position (epoch and sequence number) at which an account's total `retired` includes the charge of a job.
 * `everywhere` means that the total includes the charge at every position of the present ledger and of ledgers that are
 * rebuilt later.
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
 * Reports whether the total `retired` in the status of an account includes the charge of a deleted job. `seen` is the
 * ledger position from which the status was copied. `at` is the first ledger position that includes the charge.
 */
export function isRemembered(at: RetiredAt, seen: LedgerPosition | undefined): boolean {
  if (at === 'everywhere') return seen !== undefined;
  return seen?.epoch === at.epoch && seen.sequence >= at.sequence;
}
