import type { z } from 'zod';
import { addressIssues, type RequestRules } from './address-issues.ts';
import { AdJobSpec } from './adjob.ts';
import { ImageAdRequest } from './image-request.ts';
import { read, withoutAbsent, type Reading } from './read.ts';
import { VideoAdRequest } from './video-request.ts';

/**
 * Validates the body of a request for an image ad. Returns the request, or all validation errors at once. Defaults are
 * filled in. Other optional fields that are null, blank or an empty list are left out. Never throws.
 */
export function parseImageRequest(body: unknown, rules: RequestRules): Reading<ImageAdRequest> {
  return parse(ImageAdRequest, body, rules);
}

export function parseVideoRequest(body: unknown, rules: RequestRules): Reading<VideoAdRequest> {
  return parse(VideoAdRequest, body, rules);
}

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

function parse<S extends z.ZodType>(schema: S, body: unknown, rules: RequestRules): Reading<z.output<S>> {
  const reading = read(schema, body, ['body']);
  const places = addressIssues(schema, withoutAbsent(schema, body), rules, ['body']);
  const issues = [...(reading.ok ? [] : reading.issues), ...places];
  return issues.length === 0 ? reading : { ok: false, issues };
}
