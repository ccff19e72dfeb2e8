import type { QualityCheck } from './brief.ts';

/** Thrown if every layout fails a check. `checks` are those of the attempt with the fewest failures. */
export class QualityGateError extends Error {
  readonly checks: QualityCheck[];

  constructor(checks: QualityCheck[]) {
    const failed = checks
      .filter((check) => !check.passed)
      .map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
    super(
      `No layout of the ad passes every quality check: ${failed.length === 0 ? 'no layout fits' : failed.join(', ')}.`,
    );
    this.name = 'QualityGateError';
    this.checks = checks;
  }
}
