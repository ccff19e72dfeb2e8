const columns = ['granted', 'reserved', 'spent'] as const;

export type CreditTotals = Record<(typeof columns)[number], number>;

export function differingColumns(a: CreditTotals, b: CreditTotals): (typeof columns)[number][] {
  return columns.filter((column) => a[column] !== b[column]);
}

export function sumsGap(balance: CreditTotals, sums: CreditTotals): string | undefined {
  const gaps = differingColumns(balance, sums).map(
    (column) => `${column} ${balance[column]} instead of ${sums[column]}`,
  );
  return gaps.length === 0
    ? undefined
    : `The balance of the account differs from the sum of its ledger entries: ${gaps.join(', ')}.`;
}
