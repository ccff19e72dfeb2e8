import type { QualityCheck } from './brief.ts';

/**
 * Thrown if every layout of an ad fails a quality check. `checks` are the results for the layout that failed the fewest
 * checks.
 */
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
