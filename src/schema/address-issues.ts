import type { z } from 'zod';
import type { Issue } from './issue.ts';
import { placesOf } from './read.ts';
import { isWebUrl, isWebUrlSchema } from './text.ts';

export interface RequestRules {
  allowHttpCallback: boolean;
  addressRule: (url: string) => { allowed: true } | { allowed: false; why: string };
}

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

function isCallback([field]: Issue['loc']): boolean {
  return field === 'callback_url' || field === 'callbackUrl';
}
