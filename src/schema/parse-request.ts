import type { z } from 'zod';
import { addressIssues, type RequestRules } from './address-issues.ts';
import { AdJobSpec } from './adjob.ts';
import { ImageAdRequest } from './image-request.ts';
import { read, withoutAbsent, type Reading } from './read.ts';
import { VideoAdRequest } from './video-request.ts';

/**
 * Validates the body of an image request. Returns the request with defaults and without absent fields, or all issues at
 * once. Never throws.
 */
export function parseImageRequest(body: unknown, rules: RequestRules): Reading<ImageAdRequest> {
  return parse(ImageAdRequest, body, rules);
}

/** Validates the body of a video request, like `parseImageRequest`. */
export function parseVideoRequest(body: unknown, rules: RequestRules): Reading<VideoAdRequest> {
  return parse(VideoAdRequest, body, rules);
}

/**
 * Validates the spec of an AdJob with the rules for requests. Returns the spec with trimmed texts and with defaults, or
 * all issues. The API server has enforced most of the rules already; `crd-exceptions.ts` lists the others. Never
 * throws.
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
