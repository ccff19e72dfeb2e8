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

/**
 * Returns a sentence that explains why the ledger has granted other credits than the AdAccount lists, and what to do.
 */
export function grantsGap(granted: number, listed: number): string {
  return `The ledger has granted ${granted} credits, but the AdAccount lists ${listed}. If the condition GrantsApplied is False, a grant was changed or removed after it was applied: restore it. Otherwise check that the controller runs.`;
}
