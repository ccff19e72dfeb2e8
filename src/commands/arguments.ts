import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';

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

function isDuration(text: string): text is StringValue {
  return /^\d+(\.\d+)?(s|m|h|d|w)$/.test(text);
}

/**
 * Checks the name of a Kubernetes object. Each name that this program takes must be a DNS-1123 label. Throws
 * `InvalidArgumentError` for other text.
 */
export function objectName(text: string): string {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'Must have at most 63 lower-case letters, digits and hyphens, and must start and end with a letter or digit.',
    );
  }
  return text;
}
