/**
 * Kinds of validation errors and their meanings, for client programs. The names are part of the API: new names may be
 * added, but no name is ever changed or removed.
 */
export const issueMeanings = {
  missing: 'A required field is missing.',
  unknown_field: 'The field does not exist.',
  wrong_type: 'The value has the wrong JSON type.',
  blank: 'The text is empty or contains only whitespace.',
  too_long: 'The text has too many characters (Unicode code points).',
  too_many: 'The list has too many items.',
  too_few: 'The list has too few items.',
  not_one_of: 'The value is not one of the allowed values.',
  out_of_range: 'The number is too small or too large.',
  bad_format: 'The text does not have the required format.',
  bad_url: 'The text is not a URL that can be fetched.',
  url_not_allowed: 'The URL is well-formed, but its host or port is not allowed.',
  bad_value: 'The value contradicts other values of the request.',
} as const;

export type IssueType = keyof typeof issueMeanings;

export const issueTypes = Object.keys(issueMeanings).filter(isIssueType);

export function isIssueType(text: unknown): text is IssueType {
  return typeof text === 'string' && Object.hasOwn(issueMeanings, text);
}

/**
 * One validation error in the `errors` of a 422 response. `loc` is the path to the invalid value. It starts with the
 * part of the request (such as `body`); list indexes are numbers.
 */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: IssueType;
}

export function issueLine({ loc, msg }: Pick<Issue, 'loc' | 'msg'>): string {
  return `${loc.join('.')}: ${msg}`;
}
