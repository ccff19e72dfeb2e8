import type { AuditFilter, AuditOutcome, AuditRow } from './port.ts';

/** Prefix of the keys of all files of the audit log. */
export const logPrefix = 'audit-log/';

type End = Exclude<AuditOutcome, 'started'>;
type RowName = Pick<AuditRow, 'id' | 'time'>;

/**
 * Row whose files were listed. The position is the key of its files without prefix and ending,
 * `2026-11-26/10-00-30-123-<id>`, so that positions have the order of time.
 */
export interface ListedRow {
  position: string;
  end: End | undefined;
}

const fileName = /^(\d\d-\d\d-\d\d-\d{3}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(json|done|refused|failed)$/;
const dayName = /^\d{4}-\d\d-\d\d$/;

/** Key of the file of a row, which is never changed. */
export function rowKey(position: string): string {
  return `${logPrefix}${position}.json`;
}

/** Key of the file that records how the action of a row ended. Its name says everything, so it is never read. */
export function endKey(row: RowName, end: End): string {
  return `${logPrefix}${positionOf(row)}.${end}`;
}

/** Returns the position of a row. Throws if its time or id is invalid. */
export function positionOf({ id, time }: RowName): string {
  const position = `${timePosition(new Date(time))}-${id.toLowerCase()}`;
  if (!fileName.test(`${position.slice(dayOf(position).length + 1)}.json`)) throw new TypeError('Invalid audit row.');
  return position;
}

/** Returns the time of a position in RFC 3339, with milliseconds. */
export function timeOf(position: string): string {
  const [hours, minutes, seconds, milliseconds] = position.slice(dayOf(position).length + 1).split('-');
  return `${dayOf(position)}T${hours}:${minutes}:${seconds}.${milliseconds}Z`;
}

export function isDay(folder: string): boolean {
  return dayName.test(folder);
}

export function dayOf(position: string): string {
  return position.slice(0, 10);
}

/** Returns the day of a time, in UTC. */
export function dayAt(time: Date): string {
  return dayOf(timePosition(time));
}

/** Returns the rows of a day, newest first, from the names of the files of the day. Other files are ignored. */
export function rowsOfDay(day: string, files: readonly string[]): ListedRow[] {
  const ends = new Map<string, End>();
  const names: string[] = [];
  for (const file of files) {
    const [, name, ending] = fileName.exec(file) ?? [];
    if (name === undefined) continue;
    if (ending === 'done' || ending === 'refused' || ending === 'failed') ends.set(name, ending);
    else names.push(name);
  }
  return names
    .toSorted()
    .toReversed()
    .map((name) => ({ position: `${day}/${name}`, end: ends.get(name) }));
}

/** Reports whether the time of a position is within a filter, and the position is older than the cursor. */
export function isWithin(position: string, { from, to }: AuditFilter, cursor: string | undefined): boolean {
  const time = position.slice(0, timePosition(new Date(0)).length);
  if (cursor !== undefined && position >= cursor) return false;
  return (from === undefined || time >= timePosition(from)) && (to === undefined || time <= timePosition(to));
}

/** Reports whether rows of a day can be within a filter, and older than the cursor. */
export function isDayWithin(day: string, { from, to }: AuditFilter, cursor: string | undefined): boolean {
  if (cursor !== undefined && day > dayOf(cursor)) return false;
  return (from === undefined || day >= dayAt(from)) && (to === undefined || day <= dayAt(to));
}

function timePosition(time: Date): string {
  const iso = time.toISOString();
  return `${iso.slice(0, 10)}/${iso.slice(11, 23).replaceAll(/[:.]/g, '-')}`;
}
