import type { JobRow } from './job-row.ts';

/** Fields by which rows are ordered: the creation time, then the id. The uid makes the order unique. */
export type Place = Pick<JobRow, 'createdSeconds' | 'jobId'> & { uid: string };

export function comparePlaces(one: Place, other: Place): number {
  if (one.createdSeconds !== other.createdSeconds) return one.createdSeconds - other.createdSeconds;
  if (one.jobId !== other.jobId) return one.jobId < other.jobId ? -1 : 1;
  return one.uid === other.uid ? 0 : one.uid < other.uid ? -1 : 1;
}

/** Number of added rows up to which each is inserted by itself. More rows are sorted together with the others. */
const insertedMax = 64;

/**
 * Rows in the order of their creation, oldest first. New rows are collected and put in order when the rows are read
 * next. New jobs are at the end, so this usually moves a few rows only; deleted rows are dropped in one pass.
 */
export class OrderedRows {
  #rows: JobRow[] = [];
  #added: JobRow[] = [];
  readonly #deleted = new Set<JobRow>();

  add(row: JobRow): void {
    this.#added.push(row);
  }

  delete(row: JobRow): void {
    this.#settleAdded();
    this.#deleted.add(row);
  }

  replace(before: JobRow, row: JobRow): void {
    this.#settleAdded();
    const index = this.#indexOf(before);
    if (comparePlaces(before, row) === 0 && this.#rows[index] === before) {
      this.#rows[index] = row;
      return;
    }
    this.#deleted.add(before);
    this.#added.push(row);
  }

  /** Returns the rows, oldest first. The array is valid until the next change. */
  all(): readonly JobRow[] {
    if (this.#deleted.size > 0) {
      this.#rows = this.#rows.filter((row) => !this.#deleted.has(row));
      this.#deleted.clear();
    }
    this.#settleAdded();
    return this.#rows;
  }

  /** Returns the rows from a place on, as long as `holds` returns true. */
  from(place: Place, holds: (row: JobRow) => boolean): JobRow[] {
    const rows = this.all();
    const found: JobRow[] = [];
    for (let index = this.#indexOf(place); ; index += 1) {
      const row = rows[index];
      if (row === undefined || !holds(row)) return found;
      found.push(row);
    }
  }

  /** Returns the number of rows before a place, deleted rows included. */
  #indexOf(place: Place): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.#rows[middle];
      if (row !== undefined && comparePlaces(row, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #settleAdded(): void {
    const added = this.#added;
    if (added.length === 0) return;
    this.#added = [];
    if (added.length > insertedMax) this.#rows = this.#rows.concat(added).sort(comparePlaces);
    else for (const row of added) this.#insert(row);
  }

  #insert(row: JobRow): void {
    const last = this.#rows.at(-1);
    if (last === undefined || comparePlaces(last, row) < 0) this.#rows.push(row);
    else this.#rows.splice(this.#indexOf(row), 0, row);
  }
}
