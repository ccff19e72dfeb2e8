import type { z } from 'zod';
import type { Issue } from './issue.ts';
import { placesOf } from './read.ts';
import { isWebUrl, isWebUrlSchema } from './text.ts';

/** Rules for URLs that depend on the settings of the installation. */
export interface RequestRules {
  allowHttpCallback: boolean;
  /** Reports whether requests may contain a URL. Does not resolve the host name of the URL. */
  addressRule: (url: string) => { allowed: true } | { allowed: false; why: string };
}

/**
 * Returns an issue for each well-formed URL in `value` that is not allowed. The `loc` of each issue starts with `root`.
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

/** Reports whether the field is the callback URL, in the spelling of a request or of an AdJob. */
function isCallback([field]: Issue['loc']): boolean {
  return field === 'callback_url' || field === 'callbackUrl';
}
