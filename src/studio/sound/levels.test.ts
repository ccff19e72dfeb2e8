import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pulsed, sine, stereo } from '../../../test/support/studio/made-sounds.ts';
import { limit } from './limiter.ts';
import { loudness } from './loudness.ts';
import { gainOf } from './stereo.ts';
import { truePeak } from './true-peak.ts';

describe('loudness', () => {
  test.each([-23, -33])(
    'a sine of 1 kHz at %d dB in both channels has that loudness (EBU Tech 3341, cases 1 and 2)',
    (level) => {
      expect(loudness(stereo(sine(1_000, { amplitude: gainOf(level), seconds: 5 })))).toBeCloseTo(level, 1);
    },
  );

  test('quiet passages far below the rest do not count (EBU Tech 3341, case 3, shortened)', () => {
    const quiet = sine(1_000, { amplitude: gainOf(-36), seconds: 3 });
    const loud = sine(1_000, { amplitude: gainOf(-23), seconds: 12 });
    const sound = new Float32Array(quiet.length * 2 + loud.length);
    sound.set(quiet);
    sound.set(loud, quiet.length);
    sound.set(quiet, quiet.length + loud.length);
    expect(loudness(stereo(sound))).toBeCloseTo(-23, 0);
  });

  test('ranges limit the measurement to a part of the sound', () => {
    const sound = sine(1_000, { amplitude: gainOf(-23), seconds: 4 });
    sound.fill(0, 2 * 48_000);
    expect(loudness(stereo(sound), [{ from: 2.1, to: 4 }])).toBe(-Infinity);
    expect(loudness(stereo(sound), [{ from: 0, to: 1.9 }])).toBeCloseTo(-23, 1);
  });
});

test('true peaks between samples are found', () => {
  // A quarter of the sampling rate with this phase has samples at 0.707 only, and peaks of 1 between them.
  const samples = sine(12_000, { phase: Math.PI / 4 });
  expect(Math.max(...samples)).toBeCloseTo(0.707, 2);
  expect(truePeak(stereo(samples))).toBeGreaterThan(-0.3);
});

describe('limit', () => {
  test('the true peak stays below the ceiling for any level, also on the first samples', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 12_000 }),
        fc.double({ min: 0.1, max: 6, noNaN: true }),
        fc.double({ min: 0, max: 6, noNaN: true }),
        (frequency, amplitude, phase) => {
          const limited = limit(stereo(sine(frequency, { amplitude, seconds: 0.1, phase })), -2);
          expect(truePeak(limited)).toBeLessThan(-1.7);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('sound below the ceiling passes unchanged', () => {
    const quiet = stereo(pulsed(sine(440, { amplitude: 0.5 })));
    expect(limit(quiet, -2)).toEqual(quiet);
  });
});
