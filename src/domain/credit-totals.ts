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

/**
 * Returns a sentence for each total of the ledger that differs from that of the AdAccount and its AdJobs: why, and what
 * to do.
 */
export function resourceGaps(ledger: CreditTotals, resources: CreditTotals): string[] {
  const rebuild = 'If the difference stays, run `adwright ledger rebuild`.';
  const sentences: Record<keyof CreditTotals, string> = {
    granted: grantsGap(ledger.granted, resources.granted),
    reserved: `The ledger has reserved ${ledger.reserved} credits, but unfinished jobs require ${resources.reserved}. The controller corrects this within minutes: check that it runs, then verify again. ${rebuild}`,
    spent: `The ledger has charged ${ledger.spent} credits, but successful jobs cost ${resources.spent}. The controller charges the reserved credits of finished jobs within a minute: check that it runs, then verify again. ${rebuild}`,
  };
  return differingColumns(ledger, resources).map((column) => sentences[column]);
}
