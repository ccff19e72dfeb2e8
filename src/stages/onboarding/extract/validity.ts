/** Dates of a price as a page states them. `until` is the date after which an offer may be checked again. */
export interface Validity {
  from: string | undefined;
  through: string | undefined;
  until: string | undefined;
}

const dayMs = 24 * 60 * 60 * 1_000;
const date = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/**
 * Returns the milliseconds of a date or time of ISO 8601 since 1970; undefined for other values. A time without a zone
 * is in UTC. A date, month or year is a span; the result is its start or its end.
 */
function momentOf(value: string | undefined, side: 'start' | 'end'): number | undefined {
  if (value === undefined || value.length > 40) return undefined;
  const text = value.trim();
  const [, year, month, day] = date.exec(text) ?? [];
  const ms = year === undefined ? Date.parse(zoned(text)) : spanOf(Number(year), month, day)[side];
  return Number.isNaN(ms) ? undefined : ms;
}

function spanOf(year: number, month: string | undefined, day: string | undefined): { start: number; end: number } {
  const [first, date] = [Number(month ?? 1) - 1, Number(day ?? 1)];
  const start = Date.UTC(year, first, date);
  if (day !== undefined) return { start, end: start + dayMs };
  return { start, end: month === undefined ? Date.UTC(year + 1, 0) : Date.UTC(year, first + 1) };
}

const zoned = (text: string): string => {
  const [, date, time, zone] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  return date === undefined || time === undefined ? text : `${date}T${time}${zone ?? 'Z'}`;
};

/** Returns whether a price is valid now, was valid or will be. Dates that cannot be read count as not stated. */
export function stateOf({ from, through, until }: Validity, now: Date): 'now' | 'over' | 'later' {
  const start = momentOf(from, 'start') ?? -Infinity;
  const end = Math.min(momentOf(through, 'end') ?? Infinity, momentOf(until, 'end') ?? Infinity);
  if (now.getTime() >= end) return 'over';
  return now.getTime() < start ? 'later' : 'now';
}

/** Reports whether a price has a time of its own, as that of a sale has. Most offers have `until`, which is not enough. */
export function isLimited({ from, through }: Validity): boolean {
  return momentOf(from, 'start') !== undefined || momentOf(through, 'end') !== undefined;
}
