import type { LedgerPosition } from './ledger-position.ts';

/**
 * Ledger position (sequence number of a change) from which the account's total of charges of deleted jobs, `retired`,
 * includes the charge of a job. `everywhere`: every rebuilt ledger includes the charge.
 */
export type RetiredAt = LedgerPosition | 'everywhere';

/** Formats the value of the annotation `retired-at`: `<sequence>@<epoch>`, or `0` for everywhere. */
export function writeRetirement(at: RetiredAt): string {
  return at === 'everywhere' ? '0' : `${at.sequence}@${at.epoch}`;
}

/** Parses the value of the annotation `retired-at`. Returns undefined if the value is missing or invalid. */
export function readRetirement(text: string | undefined): RetiredAt | undefined {
  if (text === '0') return 'everywhere';
  const [, sequence, epoch] = /^(\d{1,15})@(.+)$/.exec(text ?? '') ?? [];
  return sequence === undefined || epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}

/**
 * Reports whether the account status, which was copied from the ledger at position `seen`, includes the charge that was
 * retired at position `at`.
 */
export function isRemembered(at: RetiredAt, seen: LedgerPosition | undefined): boolean {
  if (at === 'everywhere') return seen !== undefined;
  return seen?.epoch === at.epoch && seen.sequence >= at.sequence;
}
