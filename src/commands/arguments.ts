import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';
import { WebUrl } from '../schema/text.ts';

const overlapMaxMs = 90 * 86_400_000;
/**
 * Minimum time in milliseconds for which an old secret stays valid; 0 (not at all) is allowed too. The end of this time
 * is stored in whole seconds.
 */
const overlapMinMs = 1_000;

export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Parses a duration such as `30m`, `24h` or `90d` into milliseconds. Throws `InvalidArgumentError` for other text. */
export function duration(text: string): number {
  const value = isDuration(text) ? ms(text) : NaN;
  if (!(value > 0)) throw new InvalidArgumentError('Must be a duration such as 30m, 24h or 90d.');
  return value;
}

/** Parses a duration of 0, or from 1 second to 90 days, into milliseconds. Throws `InvalidArgumentError`. */
export function overlap(text: string): number {
  const value = isDuration(text) ? ms(text) : NaN;
  if (value === 0 || (value >= overlapMinMs && value <= overlapMaxMs)) return value;
  throw new InvalidArgumentError('Must be 0s, or a duration from 1s to 90d, such as 24h.');
}

function isDuration(text: string): text is StringValue {
  return /^\d+(\.\d+)?(s|m|h|d|w)$/.test(text);
}

/** Checks an absolute http or https URL. Throws `InvalidArgumentError`. */
export function webUrl(text: string): string {
  const { success, error } = WebUrl.safeParse(text);
  if (!success) throw new InvalidArgumentError(error.issues[0]?.message ?? 'Must be a URL.');
  return text;
}

/**
 * Checks the name of an object that a command creates. Such names must be DNS-1123 labels. Throws
 * `InvalidArgumentError`.
 */
export function objectName(text: string): string {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'Must have at most 63 lower-case letters, digits and hyphens, and must start and end with a letter or digit.',
    );
  }
  return text;
}
