import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';

/** A whole number within bounds, or a usage error that tells them. */
export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** `30m`, `24h`, `90d` as milliseconds. */
export function duration(text: string): number {
  const value = isDuration(text) ? ms(text) : NaN;
  if (!(value > 0)) throw new InvalidArgumentError('It is a duration such as 30m, 24h or 90d.');
  return value;
}

function isDuration(text: string): text is StringValue {
  return /^\d+(\.\d+)?(s|m|h|d|w)$/.test(text);
}

/** A Kubernetes object name: a DNS-1123 label, which every name here is. */
export function objectName(text: string): string {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'It has lower-case letters, digits and hyphens, 63 at most, and begins and ends with a letter or digit.',
    );
  }
  return text;
}
