import type { z } from 'zod';
import type { Issue } from './issue.ts';
import { placesOf } from './read.ts';
import { isWebUrl, isWebUrlSchema } from './text.ts';

/** Rules for the URLs in requests that depend on the settings of the installation. */
export interface RequestRules {
  allowHttpCallback: boolean;
  /** Decides whether requests may contain a URL. Does not resolve the host name of the URL. */
  addressRule: (url: string) => { allowed: true } | { allowed: false; why: string };
}

/**
 * Returns an issue (an entry of the error response) for each well-formed URL in `value` that the settings of the
 * installation do not allow. The path `loc` of each issue starts with `root`.
 */
export function addressIssues(schema: z.ZodType, value: unknown, rules: RequestRules, root: Issue['loc']): Issue[] {
  return placesOf(schema, value, isWebUrlSchema).flatMap(({ path, value: url }): Issue[] => {
    if (typeof url !== 'string' || !isWebUrl(url)) return [];
    const loc = [...root, ...path];
    if (isCallback(path) && !rules.allowHttpCallback && url.startsWith('http:')) {
      return [{ loc, type: 'bad_url', msg: 'Give an address that begins with https://.' }];
    }
    const judgement = rules.addressRule(url);
    if (judgement.allowed) return [];
    return [{ loc, type: 'url_not_allowed', msg: `Give another address: ${judgement.why}.` }];
  });
}

/**
 * Reports whether a field is the callback URL, as it is spelled in a request (`callback_url`) or in an AdJob
 * (`callbackUrl`).
 */
function isCallback([field]: Issue['loc']): boolean {
  return field === 'callback_url' || field === 'callbackUrl';
}
