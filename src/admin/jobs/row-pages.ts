import type { FaultKind } from './address-values.ts';
import type { JobRow } from './job-row.ts';
import { comparePlaces, type Place } from './ordered-rows.ts';

interface Wanted {
  limit: number;
  matches: (row: JobRow) => boolean;
  /** The page has the rows directly older than this place, or directly newer than it. Absent: the newest rows. */
  olderThan?: Place | undefined;
  newerThan?: Place | undefined;
}

export interface RowPage {
  /** Newest first. */
  rows: JobRow[];
  /** Number of all matching rows. */
  count: number;
  /** Number of matching rows that are newer than this page. */
  newer: number;
}

/**
 * Returns one page of the matching rows. `rows` are all rows, oldest first. A page begins or ends at a place and not at
 * a number, so that new jobs do not move the rows of the pages after the first.
 */
export function rowPage(rows: readonly JobRow[], { limit, matches, olderThan, newerThan }: Wanted): RowPage {
  const found = rows.filter(matches).reverse();
  const [from, to] = boundsOf(found, limit, { olderThan, newerThan });
  return { rows: found.slice(from, to), count: found.length, newer: from };
}

function boundsOf(
  found: readonly JobRow[],
  limit: number,
  { olderThan, newerThan }: Pick<Wanted, 'olderThan' | 'newerThan'>,
): [from: number, to: number] {
  if (olderThan !== undefined) {
    const from = countWhile(found, (row) => comparePlaces(row, olderThan) >= 0);
    return [from, from + limit];
  }
  if (newerThan === undefined) return [0, limit];
  const to = countWhile(found, (row) => comparePlaces(row, newerThan) > 0);
  return [Math.max(0, to - limit), to];
}

function countWhile(found: readonly JobRow[], holds: (row: JobRow) => boolean): number {
  const end = found.findIndex((row) => !holds(row));
  return end < 0 ? found.length : end;
}

export function placeText({ createdSeconds, jobId, uid }: Place): string {
  return [createdSeconds, jobId, uid].join('.');
}

const place = /^(\d{1,12})\.([\w-]{1,64})\.([\w-]{1,64})$/;

/** Reads a place from an address. */
export function readPlace(text: string | null): { place: Place | undefined; fault?: FaultKind } {
  if (text === null || text === '') return { place: undefined };
  const [, seconds, jobId = '', uid = ''] = place.exec(text) ?? [];
  if (seconds === undefined) return { place: undefined, fault: 'not-a-place' };
  return { place: { createdSeconds: Number(seconds), jobId, uid } };
}
