/** Number of standard deviations on each side of the mean that contain 95 % of a normal distribution. */
const z = 1.959964;

/** Returns the 95 % Wilson score interval of a proportion, both limits from 0 to 1. Requires `total` above 0. */
export function wilson(passed: number, total: number): { low: number; high: number } {
  const p = passed / total;
  const divisor = 1 + z ** 2 / total;
  const center = p + z ** 2 / (2 * total);
  const spread = z * Math.sqrt((p * (1 - p)) / total + z ** 2 / (4 * total ** 2));
  return { low: Math.max(0, (center - spread) / divisor), high: Math.min(1, (center + spread) / divisor) };
}
