/** What can be wrong with one value, for machines. Part of the API: names are never changed, only added. */
export const issueMeanings = {
  missing: 'The field is required and not there.',
  unknown_field: 'There is no such field here.',
  wrong_type: 'The value has another JSON type than the field.',
  blank: 'There is nothing but blanks where something is needed.',
  too_long: 'There are too many characters (Unicode code points).',
  too_many: 'The list has too many items.',
  too_few: 'The list has too few items.',
  not_one_of: 'The value is none of the allowed ones.',
  out_of_range: 'The number is too small or too large.',
  bad_format: 'The text has not the form that the field needs.',
  bad_url: 'The text is not an address that could be fetched.',
  url_not_allowed: 'The address is well-formed, but its host address or port may not be used.',
  bad_value: 'The value does not fit the others.',
} as const;

export type IssueType = keyof typeof issueMeanings;

export const issueTypes = Object.keys(issueMeanings).filter(isIssueType);

export function isIssueType(text: unknown): text is IssueType {
  return typeof text === 'string' && Object.hasOwn(issueMeanings, text);
}

/** One line of a 422's `errors`. `loc` begins with the part of the request; list positions are numbers. */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: IssueType;
}

/** `spec.image.brandData: Give ...`, for whoever reads no JSON. */
export function issueLine({ loc, msg }: Pick<Issue, 'loc' | 'msg'>): string {
  return `${loc.join('.')}: ${msg}`;
}
