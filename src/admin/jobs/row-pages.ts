import type { FaultKind } from '../forms/address-values.ts';
import type { JobRow } from './job-row.ts';
import { comparePlaces, type Place } from './ordered-rows.ts';

interface Wanted {
  limit: number;
  matches: (row: JobRow) => boolean;
  /** Place directly after or before which the page begins. Without both, the page has the newest rows. */
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
  const page = newerThan === undefined ? new OlderRows(limit, olderThan) : new NewerRows(limit, newerThan);
  let count = 0;
  // The matching rows are not collected: an array of 100,000 rows for each request would be much garbage.
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row === undefined || !matches(row)) continue;
    count += 1;
    page.add(row);
  }
  return { rows: page.rows, count, newer: page.newer };
}

/** The first rows that are older than a place, from rows that are added newest first. */
class OlderRows {
  readonly rows: JobRow[] = [];
  newer = 0;
  readonly #limit: number;
  readonly #place: Place | undefined;

  constructor(limit: number, place: Place | undefined) {
    this.#limit = limit;
    this.#place = place;
  }

  add(row: JobRow): void {
    if (this.#place !== undefined && comparePlaces(row, this.#place) >= 0) this.newer += 1;
    else if (this.rows.length < this.#limit) this.rows.push(row);
  }
}

/** The last rows that are newer than a place, from rows that are added newest first. */
class NewerRows {
  readonly rows: JobRow[] = [];
  newer = 0;
  readonly #limit: number;
  readonly #place: Place;

  constructor(limit: number, place: Place) {
    this.#limit = limit;
    this.#place = place;
  }

  add(row: JobRow): void {
    if (comparePlaces(row, this.#place) <= 0) return;
    this.rows.push(row);
    if (this.rows.length <= this.#limit) return;
    this.rows.shift();
    this.newer += 1;
  }
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
