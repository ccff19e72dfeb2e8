import { createHash } from 'node:crypto';

/**
 * Returns a number in [0, 1) that depends only on the seed and the purpose. Choices made with this number are
 * reproducible.
 */
export function seededUnit(seed: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}\n${seed}`).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Returns one of the choices; undefined for an empty list. The same seed, purpose and list always give the same choice.
 */
export function seededChoice<T>(seed: string, purpose: string, choices: readonly T[]): T | undefined {
  return choices[Math.floor(seededUnit(seed, purpose) * choices.length)];
}
