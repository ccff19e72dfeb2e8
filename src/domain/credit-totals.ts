const columns = ['granted', 'reserved', 'spent'] as const;

/** Whole credits. */
export type CreditTotals = Record<(typeof columns)[number], number>;

/** The columns in which they differ. */
export function differingColumns(a: CreditTotals, b: CreditTotals): (typeof columns)[number][] {
  return columns.filter((column) => a[column] !== b[column]);
}

/** How the balance differs from what the entries add up to, as a sentence; undefined where it does not. */
export function sumsGap(balance: CreditTotals, sums: CreditTotals): string | undefined {
  const gaps = differingColumns(balance, sums).map(
    (column) => `${column} ${balance[column]} instead of ${sums[column]}`,
  );
  return gaps.length === 0 ? undefined : `The balance is not what the entries add up to: ${gaps.join(', ')}.`;
}
