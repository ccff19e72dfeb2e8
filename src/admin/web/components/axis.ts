/** Largest values of an axis of counts. Half of each is a whole number. */
export const countTops: readonly number[] = [2, 4, 10, 20, 40];

/** Largest values of an axis of seconds. Half of each is short to write. */
export const timeTops: readonly number[] = [2, 10, 20, 60, 120, 240, 600, 1_200, 3_600, 7_200, 14_400, 43_200, 86_400];

/** Returns the smallest of the values, or of them times a power of ten, that is at least as large as all of a chart. */
export function axisTop(largest: number, tops: readonly number[]): number {
  const found = tops.find((top) => top >= largest);
  return found ?? axisTop(largest / 10, tops) * 10;
}

/** Numbers of the points whose labels stand below an axis: the first, the last, and some between. */
export function labelled(count: number): number[] {
  const parts = Math.min(4, count - 1);
  if (parts < 1) return count === 1 ? [0] : [];
  return Array.from({ length: parts + 1 }, (_, at) => Math.min(count - 1, Math.floor((at * count) / parts)));
}
