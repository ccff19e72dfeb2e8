const columns = ['granted', 'reserved', 'spent'] as const;

/** Total credits of an account by kind, in whole credits. */
export type CreditTotals = Record<(typeof columns)[number], number>;

/** Returns the columns in which the totals differ. */
export function differingColumns(a: CreditTotals, b: CreditTotals): (typeof columns)[number][] {
  return columns.filter((column) => a[column] !== b[column]);
}

/**
 * Returns a sentence about the difference between the balance of an account and the sum of its ledger entries, or
 * undefined if the balance and the sum are equal.
 */
export function sumsGap(balance: CreditTotals, sums: CreditTotals): string | undefined {
  const gaps = differingColumns(balance, sums).map(
    (column) => `${column} ${balance[column]} instead of ${sums[column]}`,
  );
  return gaps.length === 0 ? undefined : `The balance differs from the sum of its entries: ${gaps.join(', ')}.`;
}
