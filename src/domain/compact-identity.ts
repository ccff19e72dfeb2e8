import { jobIdFrom } from './job-id.ts';

/** V8 stores whole numbers from 0 up to, but not including, this limit without extra memory. */
const smallMax = 2 ** 31;

/** Returns a resourceVersion as a number if V8 stores this number without extra memory; otherwise as it is. */
export function compactVersion(version: string): string | number {
  const number = Number(version);
  return number < smallMax && String(number) === version ? number : version;
}

/** Converts a UUID to a bigint, which takes 32 bytes of memory; the text takes 56. Returns other texts as they are. */
export function compactUid(uid: string): string | bigint {
  return jobIdFrom(uid) === uid ? BigInt(`0x${uid.replaceAll('-', '')}`) : uid;
}

/** Returns the uid that `compactUid` has converted. */
export function uidText(uid: string | bigint): string {
  if (typeof uid === 'string') return uid;
  const digits = uid.toString(16).padStart(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** Returns the one of the known texts that equals `text`, so that equal texts take memory once. */
export function sameText(text: string, ...known: (string | undefined)[]): string {
  return known.find((one) => one === text) ?? text;
}
