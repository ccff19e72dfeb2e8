import type { LedgerPosition } from './ledger-position.ts';

/** From where on the charge of a job is among those that are `retired`; `everywhere`: in any books that are made anew. */
export type RetiredAt = LedgerPosition | 'everywhere';

/** As it stands on the object: `<sequence>@<epoch>`, or `0` for everywhere. */
export function writeRetirement(at: RetiredAt): string {
  return at === 'everywhere' ? '0' : `${at.sequence}@${at.epoch}`;
}

/** Undefined for what says nothing. */
export function readRetirement(text: string | undefined): RetiredAt | undefined {
  if (text === '0') return 'everywhere';
  const [, sequence, epoch] = /^(\d{1,15})@(.+)$/.exec(text ?? '') ?? [];
  return sequence === undefined || epoch === undefined ? undefined : { epoch, sequence: Number(sequence) };
}

/** Whether an account into which the books were copied there counts the charge among those that are retired. */
export function isRemembered(at: RetiredAt, seen: LedgerPosition | undefined): boolean {
  if (at === 'everywhere') return seen !== undefined;
  return seen?.epoch === at.epoch && seen.sequence >= at.sequence;
}
