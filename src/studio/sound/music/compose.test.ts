import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Tone } from '../../brief.ts';
import { beatGrid, nearestBeat } from '../../film/beats.ts';
import { compose, type MusicBrief } from './compose.ts';
import { formOf } from './form.ts';
import { drumKeys } from './style.ts';
import { styles } from './styles/styles.ts';
import { pitchOf, voiced } from './theory.ts';

const tones: Tone[] = ['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'];

const briefs = fc
  .record({
    tone: fc.constantFrom(...tones),
    frames: fc.integer({ min: 300, max: 450 }),
    seed: fc.string(),
    cuts: fc.array(fc.double({ min: 0.05, max: 0.8, noNaN: true }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ tone, frames, seed, cuts }): MusicBrief => {
    const seconds = frames / 30;
    return { tone, seed, seconds, sceneStarts: [0, ...cuts.map((cut) => cut * seconds).sort((a, b) => a - b)] };
  });

const briefOf = (tone: Tone): MusicBrief => ({ tone, seed: 'job', seconds: 12, sceneStarts: [0, 3, 6, 9.6] });

describe('compose', () => {
  test('the first chord falls on the first beat and the last one on the last beats, for every film', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        const { notes, grid } = compose(brief);
        const last = Math.max(...notes.map(({ beat }) => beat));
        expect(notes.filter(({ beat, part }) => beat === 0 && part === 'chords').length).toBeGreaterThanOrEqual(3);
        expect(grid.beats - last).toBeLessThanOrEqual(3);
        expect(grid.beats - last).toBeGreaterThanOrEqual(1);
        expect(Math.max(...notes.map(({ beat, beats }) => beat + beats))).toBeLessThanOrEqual(grid.beats);
      }),
    );
  });

  test('every note has a pitch and a loudness that instruments can play', () => {
    fc.assert(
      fc.property(briefs, (brief) => {
        for (const { pitch, velocity, beat, beats } of compose(brief).notes) {
          expect(pitch).toBeGreaterThanOrEqual(24);
          expect(pitch).toBeLessThanOrEqual(108);
          expect(velocity).toBeGreaterThan(0);
          expect(velocity).toBeLessThanOrEqual(1);
          expect(beat).toBeGreaterThanOrEqual(0);
          expect(beats).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('the same brief gives the same score, and another seed gives another one', () => {
    expect(compose(briefOf('friendly'))).toEqual(compose(briefOf('friendly')));
    expect(compose({ ...briefOf('friendly'), seed: 'other' })).not.toEqual(compose(briefOf('friendly')));
  });

  test('no two tones share their instruments', () => {
    const sounds = tones.map((tone) => JSON.stringify(compose(briefOf(tone)).instruments));
    expect(new Set(sounds).size).toBe(tones.length);
  });

  test.each(tones)('the music of the tone %s marks each cut and the end card', (tone) => {
    const { notes, grid, effects } = compose(briefOf(tone));
    const cuts = [3, 6].map((seconds) => nearestBeat(grid, seconds));
    for (const cut of cuts) {
      expect(notes).toContainEqual(expect.objectContaining({ beat: cut, pitch: drumKeys[styles[tone].cutDrum] }));
    }
    const end = nearestBeat(grid, 9.6);
    expect(effects).toContainEqual(expect.objectContaining({ kind: 'riser', beat: end }));
    expect(notes.filter(({ beat, part }) => beat === end && part === 'chords').length).toBeGreaterThanOrEqual(3);
  });

  test('an energetic tone plays more notes than a calm one', () => {
    expect(compose(briefOf('bold')).notes.length).toBeGreaterThan(1.5 * compose(briefOf('elegant')).notes.length);
  });
});

describe('formOf', () => {
  test('the end card starts on the first beat of a bar, after a bar that builds up to it', () => {
    const form = formOf(beatGrid('bold', 12), [0, 3, 5.5, 9.5]);
    expect(form.end).toBe(19);
    expect(form.bars.map(({ beat, beats }) => [beat, beats])).toEqual([
      [0, 3],
      [3, 4],
      [7, 4],
      [11, 4],
      [15, 4],
    ]);
    expect(form.bars.at(-1)?.role).toBe('build');
    expect(form.cuts).toEqual([6, 11]);
  });

  test('a film whose last scene starts near its end still has a last chord', () => {
    const form = formOf(beatGrid('bold', 12), [0, 11.9]);
    expect(form.final).toBe(22);
  });
});

test('voiced keeps the notes of the next chord near those of the chord before', () => {
  const key = { tonic: 48, mode: 'ionian' as const };
  const pitches = [4, 6, 8].map((degree) => pitchOf(key, degree));
  const next = voiced(pitches, 60, [60, 64, 67]);
  expect(next).toEqual([59, 62, 67]);
});
