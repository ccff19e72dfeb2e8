/** Fault of a value in an address. The text of the fault says what is expected. */
export type FaultKind =
  | 'unknown'
  | 'not-a-time'
  | 'not-a-name'
  | 'too-long'
  | 'given-twice'
  | 'ends-before-start'
  | 'not-a-place'
  | 'not-found';

export type ReadValue<T> = { value: T; fault?: undefined } | { fault: FaultKind };

/** Reads one of a closed set of values. */
export function readChoice<T extends string>(text: string, choices: readonly T[]): ReadValue<T> {
  const value = choices.find((one) => one === text);
  return value === undefined ? { fault: 'unknown' } : { value };
}

const timeText = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Reads a day, minute, second or millisecond as its first moment. It is in UTC unless it names another offset. */
export function readTime(text: string): ReadValue<Date> {
  return readMoments(text, ({ first }) => first);
}

/** Reads a day, minute, second or millisecond as its last moment, so that an end includes the time that it names. */
export function readEndTime(text: string): ReadValue<Date> {
  return readMoments(text, ({ last }) => last);
}

function readMoments(text: string, chosen: (moments: { first: Date; last: Date }) => Date): ReadValue<Date> {
  const [, day = '', minute, second, fraction, zone = 'Z'] = timeText.exec(text) ?? [];
  const first = firstMoment(day, [minute, second, fraction], zone);
  if (Number.isNaN(first.getTime()) || !isInCalendar(day)) return { fault: 'not-a-time' };
  const lengthMs = [86_400_000, 60_000, 1_000, 1][
    [minute, second, fraction].filter((part) => part !== undefined).length
  ];
  return { value: chosen({ first, last: new Date(first.getTime() + (lengthMs ?? 1) - 1) }) };
}

function firstMoment(day: string, [minute = '00:00', second = '00', fraction = '0']: Parts, zone: string): Date {
  return new Date(`${day}T${minute}:${second}.${fraction.padEnd(3, '0')}${zone}`);
}

type Parts = readonly (string | undefined)[];

/** A day that the month does not have, such as 30 February, would count as one of the next month. */
function isInCalendar(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const textCharactersMax = 200;

/** Reads a text to search for, in any case. */
export function readText(text: string): ReadValue<string> {
  return text.length > textCharactersMax ? { fault: 'too-long' } : { value: text.toLowerCase() };
}

const name = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Reads the name of an object, alone or after its namespace and a slash. */
export function readName(text: string): ReadValue<string> {
  const parts = text.split('/');
  return parts.length <= 2 && parts.every((part) => name.test(part)) ? { value: text } : { fault: 'not-a-name' };
}

/** Reads an object of a filter, field by field, from the text of each field. */
export type Readers<F> = { [K in keyof F]-?: (text: string) => ReadValue<NonNullable<F[K]>> };

/** A filter as an address states it: the fields that apply, all given texts, and what is wrong with some of them. */
export interface ReadAddress<F> {
  filter: Partial<F>;
  given: Partial<Record<keyof F, string>>;
  faults: Partial<Record<keyof F, FaultKind>>;
}

/** Reads the filter of an address. A broken value is reported and does not apply; the others apply. */
export function readAddress<F extends object>(query: URLSearchParams, readers: Readers<F>): ReadAddress<F> {
  const read: ReadAddress<F> = { filter: {}, given: {}, faults: {} };
  for (const field in readers) {
    const text = query.get(field)?.trim() ?? '';
    if (text === '') continue;
    Object.assign(read.given, { [field]: text });
    const value = query.getAll(field).length > 1 ? { fault: 'given-twice' as const } : readers[field](text);
    if (value.fault === undefined) Object.assign(read.filter, { [field]: value.value });
    else Object.assign(read.faults, { [field]: value.fault });
  }
  return read;
}

/** Reports an end that is before the start of the filter. It does not apply. */
export function checkOrder(read: {
  filter: { from?: Date | undefined; to?: Date | undefined };
  faults: { to?: FaultKind };
}): void {
  const { from, to } = read.filter;
  if (from === undefined || to === undefined || to >= from) return;
  delete read.filter.to;
  read.faults.to = 'ends-before-start';
}

/** Reports whether any of the values contains a text in lower case. */
export function containsText(text: string | undefined, ...values: (string | undefined)[]): boolean {
  return text === undefined || values.some((value) => value?.toLowerCase().includes(text) === true);
}
