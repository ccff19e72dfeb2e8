import type { z } from 'zod';
import { isIssueType, type Issue, type IssueType } from './issue.ts';

export function issuesOf(issue: z.core.$ZodIssue, root: Issue['loc']): Issue[] {
  const loc = [...root, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: 'This field does not exist; remove it.',
      type: 'unknown_field',
    }));
  }
  const isThere = issue.code === 'custom' || issue.input !== undefined;
  return [isThere ? { loc, ...complaint(issue) } : { loc, msg: 'This field is required.', type: 'missing' }];
}

type Complaint = Pick<Issue, 'msg' | 'type'>;

function complaint(issue: z.core.$ZodIssue): Complaint {
  switch (issue.code) {
    case 'invalid_type':
      return { type: 'wrong_type', msg: `Give ${kinds[issue.expected] ?? issue.expected}${notThis(issue.input)}.` };
    case 'invalid_value':
      return { type: 'not_one_of', msg: `Give one of ${issue.values.map(String).join(', ')}.` };
    case 'too_big':
      return { ...tooBig(issue.origin, Number(issue.maximum)), ...ownWords(issue.message) };
    case 'too_small':
      return { ...tooSmall(issue.origin, Number(issue.minimum)), ...ownWords(issue.message) };
    case 'custom':
      return { type: issueType(issue.params?.['type']), msg: issue.message };
    case 'invalid_format':
      return {
        type: 'bad_format',
        msg: issue.pattern === undefined ? issue.message : `Give text that matches the pattern ${issue.pattern}.`,
      };
    default:
      return { type: 'bad_value', msg: issue.message };
  }
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
};

function notThis(input: unknown): string {
  if (input === null) return ', not null';
  if (typeof input === 'number') return '';
  if (Array.isArray(input)) return ', not a list';
  return typeof input === 'object' ? ', not an object' : `, not a ${typeof input}`;
}

function ownWords(message: string): { msg?: string } {
  return message.startsWith('Too ') ? {} : { msg: message };
}

function tooBig(origin: string, max: number): Complaint {
  if (origin === 'array') return { type: 'too_many', msg: `Give a list with a length of at most ${max}.` };
  if (origin === 'string') return { type: 'too_long', msg: `Use at most ${max} characters.` };
  return { type: 'out_of_range', msg: `Give a number of at most ${max}.` };
}

function tooSmall(origin: string, min: number): Complaint {
  if (origin === 'array') return { type: 'too_few', msg: `Give a list with a length of at least ${min}.` };
  if (origin === 'string') return { type: 'blank', msg: 'This must not be empty.' };
  return { type: 'out_of_range', msg: `Give a number of at least ${min}.` };
}

function issueType(given: unknown): IssueType {
  return isIssueType(given) ? given : 'bad_value';
}
