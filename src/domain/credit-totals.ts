const columns = ['granted', 'reserved', 'spent'] as const;

/** Credits of an account in total: granted, reserved for unfinished jobs, and spent. In whole credits. */
export type CreditTotals = Record<(typeof columns)[number], number>;

/** Returns the kinds of credits (such as `reserved`) in which two totals differ. */
export function differingColumns(a: CreditTotals, b: CreditTotals): (typeof columns)[number][] {
  return columns.filter((column) => a[column] !== b[column]);
}

/**
 * Returns a sentence about the difference between the balance of an account in the ledger and the sum of its single
 * ledger entries. Returns undefined if the two are equal.
 */
export function sumsGap(balance: CreditTotals, sums: CreditTotals): string | undefined {
  const gaps = differingColumns(balance, sums).map(
    (column) => `${column} ${balance[column]} instead of ${sums[column]}`,
  );
  return gaps.length === 0 ? undefined : `The balance differs from the sum of its entries: ${gaps.join(', ')}.`;
}
