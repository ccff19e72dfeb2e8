import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends on nothing but the seed and the purpose, so that free choices can be repeated. */
export function seededUnit(seed: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}\n${seed}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** One of the choices, the same one for the same seed and purpose; undefined of an empty list. */
export function seededChoice<T>(seed: string, purpose: string, choices: readonly T[]): T | undefined {
  return choices[Math.floor(seededUnit(seed, purpose) * choices.length)];
}
