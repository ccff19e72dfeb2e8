/** What is wrong with one value, for machines. Part of the API: names are never changed, only added. */
export const issueTypes = [
  'missing',
  'unknown_field',
  'wrong_type',
  'blank',
  'too_long',
  'too_many',
  'too_few',
  'not_one_of',
  'out_of_range',
  'bad_format',
  'bad_url',
  'url_not_allowed',
  'bad_value',
] as const;
export type IssueType = (typeof issueTypes)[number];

/** One line of a 422's `errors`. `loc` begins with the part of the request; list positions are numbers. */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: IssueType;
}
