import type { QualityCheck } from './brief.ts';

/** No layout kept every rule. `checks` are those of the attempt that came nearest. */
export class QualityGateError extends Error {
  readonly checks: QualityCheck[];

  constructor(checks: QualityCheck[]) {
    const failed = checks
      .filter((check) => !check.passed)
      .map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
    super(
      `No layout of the ad keeps every quality rule: ${failed.length === 0 ? 'nothing could be laid out' : failed.join(', ')}.`,
    );
    this.name = 'QualityGateError';
    this.checks = checks;
  }
}
