import { describe, expect, test } from '@jest/globals';
import { FakeSoundEncoder } from '../../../test/support/studio/fake-sound-encoder.ts';
import { pulsed, sine, stereo } from '../../../test/support/studio/made-sounds.ts';
import { mastered } from './master.ts';
import { gainOf, silence } from './stereo.ts';

const music = (decibels: number) => stereo(pulsed(sine(220, { amplitude: gainOf(decibels), seconds: 3 })));

/** Returns clicks over quiet music, as loud as drums. The limiter has much to do. */
function drums() {
  const sound = stereo(sine(330, { amplitude: 0.06, seconds: 3 }));
  for (let at = 0; at < sound.left.length; at += 12_000) {
    const hit = sine(180, { amplitude: 0.9, seconds: 0.02 });
    sound.left.set(hit, at);
    sound.right.set(hit, at);
  }
  return sound;
}

describe('mastered', () => {
  test.each([-40, -20, -3])('music at %d dB is brought to -14 LUFS with a true peak below -1 dB', async (level) => {
    const { checks } = await mastered(music(level), new FakeSoundEncoder().encode);
    expect(checks.map(({ check, passed }) => [check, passed])).toEqual([
      ['loudness', true],
      ['true_peak', true],
    ]);
  });

  test('the checks are those of the encoded file, not those of the sound before it', async () => {
    const quiet = music(-60);
    const { checks } = await mastered(music(-20), () => Promise.resolve({ mp4: Buffer.of(), played: quiet }));
    expect(checks).toEqual([
      { check: 'loudness', value: -63.7, limit: -14, passed: false },
      { check: 'true_peak', value: -60, limit: -1, passed: true },
    ]);
  });

  test('a sound whose peaks the encoder raises is encoded again with a lower ceiling and the same loudness', async () => {
    const encoder = new FakeSoundEncoder(2.2, 2.2);
    const { mp4, checks } = await mastered(drums(), encoder.encode);
    expect(mp4.toString()).toBe('encoding 2');
    expect(checks.map(({ passed }) => passed)).toEqual([true, true]);
  });

  test('a sound whose file is below the limit is encoded once', async () => {
    const encoder = new FakeSoundEncoder(1);
    await mastered(drums(), encoder.encode);
    expect(encoder.played).toHaveLength(1);
  });

  test('of three files, the most that are made, the one with the lowest peak is taken', async () => {
    const encoder = new FakeSoundEncoder(4, 5, 12);
    const { mp4 } = await mastered(drums(), encoder.encode);
    expect([mp4.toString(), encoder.played.length]).toEqual(['encoding 2', 3]);
  });

  test('silence fails the check of the loudness', async () => {
    const { checks } = await mastered(silence(48_000), new FakeSoundEncoder().encode);
    expect(checks[0]).toEqual({ check: 'loudness', value: -100, limit: -14, passed: false });
  });
});
