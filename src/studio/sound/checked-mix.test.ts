import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FakeSoundEncoder } from '../../../test/support/studio/fake-sound-encoder.ts';
import { pulsed, sine, stereo } from '../../../test/support/studio/made-sounds.ts';
import { checkedMix } from './checked-mix.ts';
import { gainOf, samplesIn, silence, type Stereo } from './stereo.ts';

const seconds = 3;
const music = stereo(pulsed(sine(220, { amplitude: 0.2, seconds })));
const noMusic = silence(samplesIn(seconds));
const broken = stereo(new Float32Array(samplesIn(seconds)).fill(NaN));
const spoken = (samples: Float32Array, startSeconds = 0.5) => ({
  ...{ text: 'Spoken.', scene: 0, startSeconds, endSeconds: startSeconds + 1.5, samples },
});
const voice = [spoken(pulsed(sine(700, { amplitude: 0.2, seconds: 1.5 })))];
const brokenVoice = [spoken(new Float32Array(samplesIn(1.5)).fill(NaN))];

test.each<[string, Stereo, typeof voice, { hasVoice: boolean; outcome: string | null }]>([
  ['voice and music', music, voice, { hasVoice: true, outcome: null }],
  ['the voice alone if the music is silent', noMusic, voice, { hasVoice: true, outcome: null }],
  [
    'the voice alone if the music is broken',
    broken,
    voice,
    { hasVoice: true, outcome: 'The film has a voice-over and no music' },
  ],
  [
    'the music alone if the voice is broken',
    music,
    brokenVoice,
    { hasVoice: false, outcome: 'The film has music and no voice-over' },
  ],
  ['silence if the music is silent', noMusic, [], { hasVoice: false, outcome: 'The film has a silent sound track' }],
  [
    'silence if both are broken',
    broken,
    brokenVoice,
    { hasVoice: false, outcome: 'The film has a silent sound track' },
  ],
])('the sound is %s', async (_, bed, sentences, { hasVoice, outcome }) => {
  const encoder = new FakeSoundEncoder();
  const made = await checkedMix(bed, sentences, encoder.encode);
  const delivered = encoder.played[Number(made.mp4.toString().split(' ')[1]) - 1] ?? broken;
  expect(made.hasVoice).toBe(hasVoice);
  expect(made.note === null ? null : made.note.split(':')[0]).toBe(outcome);
  expect(made.checks.filter(({ passed }) => !passed)).toEqual([]);
  expect([...delivered.left].some(Number.isNaN)).toBe(false);
});

const level = fc.integer({ min: -90, max: 0 }).map(gainOf);

test('any music and any voice give a sound that passes its checks', async () => {
  const sentence = fc
    .record({ level, start: fc.double({ min: 0, max: 3.5, noNaN: true }), length: fc.integer({ min: 1, max: 25 }) })
    .map(({ level: amplitude, start, length }) => spoken(sine(400, { amplitude, seconds: length / 10 }), start));
  const isPulsed = fc.boolean();
  await fc.assert(
    fc.asyncProperty(level, isPulsed, fc.array(sentence, { maxLength: 2 }), async (amplitude, pulses, sentences) => {
      const tone = sine(220, { amplitude, seconds });
      const encoder = new FakeSoundEncoder(1.5, 1.5, 1.5);
      const { checks } = await checkedMix(stereo(pulses ? pulsed(tone) : tone), sentences, encoder.encode);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
