import type { z } from 'zod';
import { ImageAdRequest } from './image-request.ts';
import type { Issue } from './issue.ts';
import { placesOf, read, withoutAbsent, type Reading } from './read.ts';
import { isWebUrl, isWebUrlSchema } from './text.ts';
import { VideoAdRequest } from './video-request.ts';

/** What the installation adds to the rules of the schema. */
export interface RequestRules {
  allowHttpCallback: boolean;
  /** Whether a URL may be reached, as far as can be said without resolving its name. */
  addressRule: (url: string) => { allowed: true } | { allowed: false; why: string };
}

/** Every problem of the body at once, or the request with defaults filled in and absent fields gone. Never throws. */
export function parseImageRequest(body: unknown, rules: RequestRules): Reading<ImageAdRequest> {
  return parse(ImageAdRequest, body, rules);
}

/** Like `parseImageRequest`. */
export function parseVideoRequest(body: unknown, rules: RequestRules): Reading<VideoAdRequest> {
  return parse(VideoAdRequest, body, rules);
}

function parse<S extends z.ZodType>(schema: S, body: unknown, rules: RequestRules): Reading<z.output<S>> {
  const reading = read(schema, body, ['body']);
  const issues = [...(reading.ok ? [] : reading.issues), ...addressIssues(schema, body, rules)];
  return issues.length === 0 ? reading : { ok: false, issues };
}

/** Addresses that are well-formed and still may not be used. */
function addressIssues(schema: z.ZodType, body: unknown, rules: RequestRules): Issue[] {
  const places = placesOf(schema, withoutAbsent(schema, body), isWebUrlSchema);
  return places.flatMap(({ path, value }): Issue[] => {
    if (typeof value !== 'string' || !isWebUrl(value)) return [];
    const loc = ['body', ...path];
    if (path[0] === 'callback_url' && !rules.allowHttpCallback && value.startsWith('http:')) {
      return [{ loc, type: 'bad_url', msg: 'Give an address that begins with https://.' }];
    }
    const judgement = rules.addressRule(value);
    if (judgement.allowed) return [];
    return [{ loc, type: 'url_not_allowed', msg: `Give another address: ${judgement.why}.` }];
  });
}
