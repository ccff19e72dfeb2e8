/** Fault of a value in an address. The text of the fault says what is expected. */
export type FaultKind = 'unknown' | 'not-a-time' | 'not-a-name' | 'ends-before-start' | 'not-a-place' | 'not-found';

/** A value of an address: undefined if it is absent or empty. */
export type ReadValue<T> = { value: T | undefined; fault?: undefined } | { value?: undefined; fault: FaultKind };

/** Reads one of a closed set of values. */
export function readChoice<T extends string>(text: string, choices: readonly T[]): ReadValue<T> {
  const value = choices.find((one) => one === text);
  return text === '' || value !== undefined ? { value } : { fault: 'unknown' };
}

const dateAndTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?/;

/** Reads a date, or a date and time. It is in UTC unless it names another offset. */
export function readTime(text: string): ReadValue<Date> {
  if (text === '') return { value: undefined };
  const [start = ''] = dateAndTime.exec(text) ?? [];
  const zone = text.slice(start.length);
  const isWhole = start.includes('T') ? /^(Z|[+-]\d\d:\d\d)?$/.test(zone) : zone === '';
  const time = new Date(zone === '' && start.includes('T') ? `${text}Z` : text);
  const isValid = start !== '' && isWhole && !Number.isNaN(time.getTime());
  return isValid ? { value: time } : { fault: 'not-a-time' };
}

const name = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Reads the name of an object, alone or after its namespace and a slash. */
export function readName(text: string): ReadValue<string> {
  if (text === '') return { value: undefined };
  const parts = text.split('/');
  return parts.length <= 2 && parts.every((part) => name.test(part)) ? { value: text } : { fault: 'not-a-name' };
}
