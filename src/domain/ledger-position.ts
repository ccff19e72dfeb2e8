/** How far the books have come: which life of theirs, and how many changes were made in it. */
export interface LedgerPosition {
  epoch: string;
  sequence: number;
}

export function isSamePosition(a: LedgerPosition | undefined, b: LedgerPosition | undefined): boolean {
  return a?.epoch === b?.epoch && a?.sequence === b?.sequence;
}

/**
 * Why the books that there are now (undefined: none) are not those that an account remembers to have been `seen`, or are older.
 * A sentence; undefined: they are, or the account remembers none.
 */
export function lossSince(seen: LedgerPosition | undefined, now: LedgerPosition | undefined): string | undefined {
  if (seen === undefined) return undefined;
  if (now === undefined) return 'The books are gone.';
  if (seen.epoch !== now.epoch) {
    return `The AdAccount remembers the ledger's epoch ${seen.epoch}, this is ${now.epoch}: those books were lost.`;
  }
  if (seen.sequence <= now.sequence) return undefined;
  return `The AdAccount remembers change ${seen.sequence} of the ledger, which has only ${now.sequence}: an old backup was restored.`;
}
