import type { LedgerPosition } from './ledger-position.ts';

/**
 * Ledger position from which the charge of a job is included in `retired`. `everywhere`: it is included in every
 * rebuilt ledger.
 */
export type RetiredAt = LedgerPosition | 'everywhere';

/** Formats the annotation value: `<sequence>@<epoch>`, or `0` for everywhere. */
export function writeRetirement(at: RetiredAt): string {
  return at === 'everywhere' ? '0' : `${at.sequence}@${at.epoch}`;
}

/** Parses the annotation value. Returns undefined if the value is missing or invalid. */
export function readRetirement(text: string | undefined): RetiredAt | undefined {
  if (text === '0') return 'everywhere';
  const [, sequence, epoch] = /^(\d{1,15})@(.+)$/.exec(text ?? '') ?? [];
  return sequence === undefined || epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}

/** Reports whether the account status, copied at position `seen`, includes the charge in `retired`. */
export function isRemembered(at: RetiredAt, seen: LedgerPosition | undefined): boolean {
  if (at === 'everywhere') return seen !== undefined;
  return seen?.epoch === at.epoch && seen.sequence >= at.sequence;
}
