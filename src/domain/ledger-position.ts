/**
 * Identifies a state of the ledger: an epoch, which is new after each initialization or rebuild, and the number of
 * changes in that epoch.
 */
export interface LedgerPosition {
  epoch: string;
  sequence: number;
}

export function isSamePosition(a: LedgerPosition | undefined, b: LedgerPosition | undefined): boolean {
  return a?.epoch === b?.epoch && a?.sequence === b?.sequence;
}

/**
 * Detects that the ledger has lost data: compares its current position `now` (epoch and sequence number; undefined if
 * the ledger is empty) with the position `seen` that an account has recorded. Returns a sentence if the ledger is
 * another one or an older copy. Returns undefined if the ledger matches, or if the account has recorded no position.
 */
export function lossSince(seen: LedgerPosition | undefined, now: LedgerPosition | undefined): string | undefined {
  if (seen === undefined) return undefined;
  if (now === undefined) return 'The ledger has no data.';
  if (seen.epoch !== now.epoch) {
    const epochs = `epoch ${seen.epoch}, but the ledger has epoch ${now.epoch}`;
    return `The AdAccount has recorded ledger ${epochs}: ledger data is lost.`;
  }
  if (seen.sequence <= now.sequence) return undefined;
  const sequences = `sequence ${seen.sequence}, but the ledger has only ${now.sequence}`;
  return `The AdAccount has recorded ledger ${sequences}: an old backup was restored.`;
}
