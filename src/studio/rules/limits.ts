import type { QualityCheck } from '../brief.ts';

/** Result of a check whose value must not be above its limit. */
export const atMost = (check: string, value: number, limit: number): QualityCheck => ({
  ...{ check, value, limit },
  passed: value <= limit,
});

/** Result of a check whose value must not be below its limit. */
export const atLeast = (check: string, value: number, limit: number): QualityCheck => ({
  ...{ check, value, limit },
  passed: value >= limit,
});

export const failedOf = (checks: readonly QualityCheck[]): QualityCheck[] => checks.filter(({ passed }) => !passed);
