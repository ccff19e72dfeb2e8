import type { z } from 'zod';
import { addressIssues, type RequestRules } from './address-issues.ts';
import { read, withoutAbsent, type Reading } from './read.ts';

/**
 * Validates the body of a create. Returns the request, or all validation errors at once. Defaults are filled in. Other
 * optional fields that are null, blank or an empty list are left out. Never throws.
 */
export function parseRequest<S extends z.ZodType>(schema: S, body: unknown, rules: RequestRules): Reading<z.output<S>> {
  const reading = read(schema, body, ['body']);
  const places = addressIssues(schema, withoutAbsent(schema, body), rules, ['body']);
  const issues = [...(reading.ok ? [] : reading.issues), ...places];
  return issues.length === 0 ? reading : { ok: false, issues };
}
