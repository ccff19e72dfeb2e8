import type { Tone } from '../../brief.ts';

/** Frequency at which the picture of a film changes. */
export interface Pace {
  /** Usual time between two cuts, in seconds. */
  shotSeconds: number;
  /** Minimum length of a shot that divides a scene, in seconds. */
  shotSecondsMin: number;
}

/** Usual time between two cuts by tone, in seconds. */
const usualSeconds: Record<Tone, number> = {
  bold: 1.3,
  playful: 1.4,
  technical: 1.8,
  friendly: 1.8,
  natural: 2,
  elegant: 2.1,
};

/** Limits of the time between two cuts that a direction may ask for, in seconds. */
const asked = { min: 0.5, max: 5 } as const;

export interface PaceOptions {
  tone: Tone;
  /** Number of cuts a second that the direction asks for. */
  cutsPerSecond?: number | undefined;
}

/** Time of the scenes of a film that can be divided, and number of the shots of the other scenes. */
interface Divisible {
  seconds: number;
  otherShots: number;
  filmSeconds: number;
}

/**
 * Returns the frequency at which the picture changes. If the direction asks for a number of cuts, the divisible scenes get as many
 * more as the other scenes have fewer.
 */
export function paceOf({ tone, cutsPerSecond }: PaceOptions, { seconds, otherShots, filmSeconds }: Divisible): Pace {
  if (cutsPerSecond === undefined || cutsPerSecond <= 0) return withMinimum(usualSeconds[tone]);
  const shots = Math.max(1, Math.round(cutsPerSecond * filmSeconds) + 1 - otherShots);
  return withMinimum(Math.min(asked.max, Math.max(asked.min, seconds / shots)));
}

/** Adds the minimum length of a shot, in which a viewer sees a picture or begins to read a text. */
const withMinimum = (shotSeconds: number): Pace => ({ shotSeconds, shotSecondsMin: Math.min(1.4, 0.62 * shotSeconds) });
