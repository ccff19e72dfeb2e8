/** Fault of a value in an address. The text of the fault says what is expected. */
export type FaultKind = 'unknown' | 'not-a-time' | 'not-a-name' | 'ends-before-start' | 'not-a-place' | 'not-found';

export type ReadValue<T> = { value: T; fault?: undefined } | { fault: FaultKind };

/** Reads one of a closed set of values. */
export function readChoice<T extends string>(text: string, choices: readonly T[]): ReadValue<T> {
  const value = choices.find((one) => one === text);
  return value === undefined ? { fault: 'unknown' } : { value };
}

const dateAndTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?/;

/** Reads a date, or a date and time. It is in UTC unless it names another offset. */
export function readTime(text: string): ReadValue<Date> {
  const [start = ''] = dateAndTime.exec(text) ?? [];
  const zone = text.slice(start.length);
  const isWhole = start.includes('T') ? /^(Z|[+-]\d\d:\d\d)?$/.test(zone) : zone === '';
  const time = new Date(zone === '' && start.includes('T') ? `${text}Z` : text);
  const isValid = start !== '' && isWhole && !Number.isNaN(time.getTime());
  return isValid ? { value: time } : { fault: 'not-a-time' };
}

const textCharactersMax = 200;

/** Reads a text to search for, in any case. */
export function readText(text: string): ReadValue<string> {
  return { value: text.slice(0, textCharactersMax).toLowerCase() };
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
    const value = readers[field](text);
    if (value.fault === undefined) Object.assign(read.filter, { [field]: value.value });
    else Object.assign(read.faults, { [field]: value.fault });
  }
  return read;
}
