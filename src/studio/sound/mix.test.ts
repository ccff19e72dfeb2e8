import { describe, expect, test } from '@jest/globals';
import { FakeSoundEncoder } from '../../../test/support/studio/fake-sound-encoder.ts';
import { pulsed, sine, stereo } from '../../../test/support/studio/made-sounds.ts';
import { loudness } from './loudness.ts';
import { mix } from './mix.ts';
import { gainOf, type Stereo } from './stereo.ts';

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

async function mixed(bed: Stereo, sentences: Parameters<typeof mix>[1]): Promise<Stereo> {
  const encoder = new FakeSoundEncoder();
  await mix(bed, sentences, encoder.encode);
  return encoder.played.at(-1) ?? bed;
}

describe('mix', () => {
  test.each([
    [-40, -6],
    [-6, -40],
    [-20, -20],
  ])('music at %d dB and a voice at %d dB end 16 dB apart while the voice speaks', async (musicLevel, voiceLevel) => {
    const sentences = [sentence(2, 5, voiceLevel), sentence(6.5, 9, voiceLevel)];
    const { checks } = await mix(music(musicLevel), sentences, new FakeSoundEncoder().encode);
    expect(checks.every(({ passed }) => passed)).toBe(true);
    expect(valueOf(checks, 'music_under_voice')).toBeCloseTo(16, 0);
  });

  test('music is loud before the voice and in long pauses, and low in short ones', async () => {
    const sound = await mixed(music(-20), [sentence(2, 4), sentence(4.3, 6, -90), sentence(9, 10)]);
    const at = (from: number, to: number) => loudness(sound, [{ from, to }]);
    expect(at(0.2, 1.6) - at(4.5, 5.9)).toBeGreaterThan(8);
    expect(at(7, 8.5)).toBeCloseTo(at(0.2, 1.6), 0);
  });

  test('a voice that ends after the film is cut at its end', async () => {
    expect((await mixed(music(-20, 3), [sentence(2, 5)])).left).toHaveLength(3 * 48_000);
  });
});
