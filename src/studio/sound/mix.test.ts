import { describe, expect, test } from '@jest/globals';
import { pulsed, sine, stereo } from '../../../test/support/made-sounds.ts';
import { loudness } from './loudness.ts';
import { mix } from './mix.ts';
import { gainOf, silence } from './stereo.ts';

const music = (decibels: number, seconds = 12) => stereo(pulsed(sine(220, { amplitude: gainOf(decibels), seconds })));
const sentence = (startSeconds: number, endSeconds: number, decibels = -20) => ({
  text: 'Spoken.',
  scene: 0,
  startSeconds,
  endSeconds,
  samples: pulsed(sine(700, { amplitude: gainOf(decibels), seconds: endSeconds - startSeconds })),
});
const valueOf = (checks: { check: string; value: number }[], name: string) =>
  checks.find(({ check }) => check === name)?.value;

describe('mix', () => {
  test.each([-40, -20, -3])('music at %d dB is brought to -14 LUFS with a true peak below -1 dB', (level) => {
    const { checks } = mix(music(level), []);
    expect(checks.map(({ check, passed }) => [check, passed])).toEqual([
      ['loudness', true],
      ['true_peak', true],
    ]);
  });

  test.each([
    [-40, -6],
    [-6, -40],
    [-20, -20],
  ])('music at %d dB and a voice at %d dB end 16 dB apart while the voice speaks', (musicLevel, voiceLevel) => {
    const { checks } = mix(music(musicLevel), [sentence(2, 5, voiceLevel), sentence(6.5, 9, voiceLevel)]);
    expect(checks.every(({ passed }) => passed)).toBe(true);
    expect(valueOf(checks, 'music_under_voice')).toBeCloseTo(16, 0);
  });

  test('music is loud before the voice and in long pauses, and low in short ones', () => {
    const { sound } = mix(music(-20), [sentence(2, 4), sentence(4.3, 6, -90), sentence(9, 10)]);
    const at = (from: number, to: number) => loudness(sound, [{ from, to }]);
    expect(at(0.2, 1.6) - at(4.5, 5.9)).toBeGreaterThan(8);
    expect(at(7, 8.5)).toBeCloseTo(at(0.2, 1.6), 0);
  });

  test('a voice that ends after the film is cut at its end', () => {
    expect(mix(music(-20, 3), [sentence(2, 5)]).sound.left).toHaveLength(3 * 48_000);
  });

  test('silence fails the check of the loudness', () => {
    expect(mix(silence(48_000), []).checks[0]).toEqual({ check: 'loudness', value: -100, limit: -14, passed: false });
  });
});
