import type { z } from 'zod';
import type { Issue } from './issue.ts';
import { placesOf } from './read.ts';
import { isWebUrl, isWebUrlSchema } from './text.ts';

/** What the installation adds to the rules of the schema. */
export interface RequestRules {
  allowHttpCallback: boolean;
  /** Whether a URL may be reached, as far as can be said without resolving its name. */
  addressRule: (url: string) => { allowed: true } | { allowed: false; why: string };
}

/** Addresses that are well-formed and still may not be used. `root` is where their `loc` begins. */
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

/** In a request or in a resource. */
function isCallback([field]: Issue['loc']): boolean {
  return field === 'callback_url' || field === 'callbackUrl';
}
