import { addressIssues, type RequestRules } from './address-issues.ts';
import { AdJobSpec } from './adjob.ts';
import { read, type Reading } from './read.ts';

/**
 * Validates the spec of an AdJob with the rules for requests. Returns the spec with trimmed texts and defaults, or all
 * validation errors at once. Never throws.
 *
 * The API server has already enforced most of these rules; `crd-exceptions.ts` lists the others.
 */
export function parseAdJobSpec(spec: unknown, rules: RequestRules): Reading<AdJobSpec> {
  const reading = read(AdJobSpec, spec, ['spec'], 'resource');
  const issues = [...(reading.ok ? [] : reading.issues), ...addressIssues(AdJobSpec, spec, rules, ['spec'])];
  return issues.length === 0 ? reading : { ok: false, issues };
}
