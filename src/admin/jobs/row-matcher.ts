import type { JobRow } from './job-row.ts';

/** Reports for each field of a filter whether a row matches its value. */
export type RowMatchers<F> = { [K in keyof F]-?: (row: JobRow, wanted: NonNullable<F[K]>) => boolean };

/** Returns a function that reports whether a row matches all given fields of a filter. */
export function rowMatcher<F extends object>(filter: F, matchers: RowMatchers<F>): (row: JobRow) => boolean {
  // A chain of functions, because an array of tests would need a new function for each of 100,000 rows.
  let matchesAll: ((row: JobRow) => boolean) | undefined;
  for (const field in matchers) {
    const wanted = filter[field];
    const matches = matchers[field];
    if (wanted == null) continue;
    const before = matchesAll;
    matchesAll = before === undefined ? (row) => matches(row, wanted) : (row) => before(row) && matches(row, wanted);
  }
  return matchesAll ?? (() => true);
}

/** Reports whether this is the account of a row. `wanted` is its name, alone or after its namespace and a slash. */
export function isOfAccount({ owner }: JobRow, wanted: string): boolean {
  return (wanted.includes('/') ? owner.accountKey : owner.account) === wanted;
}

/** Reports whether the brand or product contains a text in lower case, or the job id or name begins with it. */
export function hasText({ jobId, name, text }: JobRow, wanted: string): boolean {
  return text.toLowerCase().includes(wanted) || jobId.startsWith(wanted) || name.startsWith(wanted);
}
