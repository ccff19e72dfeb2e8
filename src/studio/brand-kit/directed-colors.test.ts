import { describe, expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import type { BrandColor } from '../../schema/brand.ts';
import type { Direction } from '../../schema/direction.ts';
import { groundsFor } from '../look.ts';
import { contrast, lchOf } from './color.ts';
import { directedKit, inSeason } from './directed-colors.ts';

const swatch = (hex: string): BrandColor => ({ hex, role: 'other', label: null, source: 'request', confidence: 1 });
const [grey, strong] = [[swatch('#444444')], [swatch('#ec1c24')]];

describe('inSeason', () => {
  test.each([
    ['festive', '#7a1420'],
    ['ramadan', '#0f3d33'],
    ['black-friday', '#101012'],
  ] as const)('%s gives a brand without a strong colour the ground %s', (season, groundColor) => {
    const direction = inSeason({ season }, grey);
    expect(direction).toMatchObject({ groundColor, ground: 'dark' });
    expect(groundsFor({ direction, tone: 'elegant' })).toEqual(['quiet']);
  });

  test('a strong brand keeps its colours, on its loud ground', () => {
    const direction = inSeason({ season: 'festive' }, strong);
    expect(direction).toEqual({ season: 'festive' });
    expect(groundsFor({ direction, tone: 'elegant' })).toEqual(['loud']);
  });

  test('a strong brand is on black on Black Friday', () => {
    expect(inSeason({ season: 'black-friday' }, strong)).toMatchObject({ groundColor: '#101012', ground: 'dark' });
  });

  test.each<Direction>([
    { season: 'christmas', colors: ['#2463c4'] },
    { season: 'christmas', groundColor: '#ffffff' },
    {},
  ])('other colours are kept: %j', (direction) => {
    expect(inSeason(direction, grey)).toBe(direction);
  });
});

test.each<[Direction, string]>([
  [{ colors: ['#d22630'], saturation: 'one-colour' }, 'loud'],
  [{ colors: ['#d22630'] }, 'loud'],
  [{ colors: ['#c8a04a'] }, 'quiet'],
  [{ colors: ['#d22630'], moods: ['minimal'] }, 'quiet'],
  [{ colors: ['#d22630'], ground: 'light' }, 'quiet'],
])('the ground for %j is first %s', (direction, ground) => {
  expect(groundsFor({ direction, tone: 'elegant' })[0]).toBe(ground);
});

test('a loud ad of the night has type in one saturated colour on a dark ground', () => {
  const kit = { name: null, fonts: [], logo: null, light, dark: { ...dark, primary: '#6b6762', accent: '#8d8a86' } };
  const made = directedKit({ ...kit, prefers: 'light' }, { moods: ['loud', 'night'], ground: 'dark' }).dark;
  expect(lchOf(made.ink).c).toBeGreaterThan(0.1);
  expect(lchOf(made.surface).l).toBeLessThanOrEqual(0.21);
  expect(contrast(made.ink, made.surface)).toBeGreaterThanOrEqual(7);
});
