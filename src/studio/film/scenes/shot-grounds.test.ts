import { describe, expect, test } from '@jest/globals';
import type { Tone } from '../../brief.ts';
import type { CutOut } from '../../photo/cut-out.ts';
import { groundsFor, lostShare, type ShotGround } from './shot-grounds.ts';

const roles = {
  surface: '#f4f1ea',
  ink: '#1d2a23',
  primary: '#2f6b53',
  onPrimary: '#ffffff',
  accent: '#c98b4b',
  muted: '#6b7a70',
};
const otherRoles = { ...roles, surface: '#14211b', ink: '#eef3ee' };
const colors: Record<ShotGround, string> = { quiet: '#f4f1ea', tinted: '#c9d3c5', loud: '#2f6b53', deep: '#14211b' };

/** Returns a product of one colour. */
function product(red: number, green: number, blue: number): CutOut {
  const [width, height] = [40, 80];
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([red, green, blue, 255], at);
  return { pixels, width, height, scale: 1 };
}

const tones: Tone[] = ['bold', 'elegant', 'friendly', 'natural', 'playful', 'technical'];
const seeds = Array.from({ length: 8 }, (_, at) => `seed ${at}`);

describe.each(tones)('the grounds of a %s film', (tone) => {
  const film = (seed: string, shown: CutOut | null) => {
    const before: ShotGround[] = [];
    for (let at = 0; at < 8; at++) {
      const last = before.at(-1);
      const options = { tone, seed, roles, otherRoles, asked: undefined };
      const shot = { product: shown, isEndCard: at === 7, before, lastColor: last && colors[last] };
      before.push(groundsFor(shot, options)[0] ?? 'quiet');
    }
    return before;
  };

  test('never follow themselves', () => {
    for (const seed of seeds) {
      const grounds = film(seed, null);
      expect(grounds.filter((each, at) => each === grounds[at - 1])).toEqual([]);
    }
  });

  test('do not swallow a product that has the colour of the brand', () => {
    for (const seed of seeds) expect(film(seed, product(0x2f, 0x6b, 0x53))).not.toContain('loud');
  });

  test('are not pale under a white product', () => {
    for (const seed of seeds) expect(film(seed, product(250, 250, 248))).not.toContain('quiet');
  });
});

test.each(['light', 'dark'] as const)('a film that is wanted %s has no other ground', (asked) => {
  for (const tone of tones)
    for (const seed of seeds) {
      const themes = asked === 'dark' ? { roles: otherRoles, otherRoles: roles } : { roles, otherRoles };
      const shot = { product: null, isEndCard: false, before: [], lastColor: undefined };
      expect(groundsFor(shot, { tone, seed, ...themes, asked })).not.toContain('deep');
    }
});

test.each([
  ['white on white', product(255, 255, 255), '#fdfdfd', 1],
  ['black on white', product(10, 10, 10), '#ffffff', 0],
] as const)('the outline of %s', (_, shown, ground, share) => {
  expect(lostShare(shown, ground)).toBe(share);
});
