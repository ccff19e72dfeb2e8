import { addressIssues, type RequestRules } from './address-issues.ts';
import { AdJobSpec } from './adjob.ts';
import { read, type Reading } from './read.ts';

/**
 * The whole judgement of an AdJob's spec, by the rules that a request is held to; where it holds, trimmed and with defaults.
 * An API server has judged most of it before: what it cannot judge is in `crd-exceptions.ts`. Never throws.
 */
export function parseAdJobSpec(spec: unknown, rules: RequestRules): Reading<AdJobSpec> {
  const reading = read(AdJobSpec, spec, ['spec'], 'resource');
  const issues = [...(reading.ok ? [] : reading.issues), ...addressIssues(AdJobSpec, spec, rules, ['spec'])];
  return issues.length === 0 ? reading : { ok: false, issues };
}
