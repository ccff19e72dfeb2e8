import { seededUnit } from '../../seeded.ts';

/** Returns one of the choices. The same seed, purpose and list always give the same choice. */
export const chosen = <T>(seed: string, purpose: string, choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(seededUnit(seed, purpose) * choices.length)] ?? choices[0];
