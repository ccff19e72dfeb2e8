/** One line of the result. Texts, because a table of numbers has too many digits. */
export type Row = Record<string, string | number>;

export const seconds = (ms: number): string => (ms / 1_000).toFixed(ms < 1_000 ? 3 : 1);

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

export function pause(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms));
}
