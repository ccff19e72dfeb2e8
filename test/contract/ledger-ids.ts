import type { ObjectKey } from '../../src/objects/object-key.ts';

export const payer: ObjectKey = { namespace: 'here', name: 'acme' };
export const otherPayer: ObjectKey = { namespace: 'here', name: 'zeta' };

/** Returns a job id in the form of the API. A higher number stands for a later job. */
export function jobIdOf(number: number): string {
  return `019b76da-a800-7000-8000-${String(number).padStart(12, '0')}`;
}
