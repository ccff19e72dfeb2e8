import { expect, test } from '@jest/globals';
import type { Axes } from './axes.ts';
import { brandFace, type BrandFont } from './brand-font.ts';

const font = (family: string, weight: number, axes: Record<string, [number, number]> = {}): BrandFont => ({
  family,
  weight,
  isUpright: true,
  axes: new Map(Object.entries(axes).map(([tag, [min, max]]) => [tag, { min, max }])) satisfies Axes,
});
const slanted = (family: string, weight: number): BrandFont => ({ ...font(family, weight), isUpright: false });
const bold = { weight: 800, opticalSize: 48 };

test.each<[string, BrandFont[], ReturnType<typeof brandFace>]>([
  ['a variable font is set in the weight', [font('vf', 300, { wght: [300, 900] })], { family: 'vf', weight: 800 }],
  [
    'a variable font is set in its heaviest weight',
    [font('vf', 300, { wght: [300, 700] })],
    { family: 'vf', weight: 700 },
  ],
  [
    'a variable font without a weight axis keeps its weight, so that no bold is simulated',
    [font('vf', 400, { slnt: [-10, 0] })],
    { family: 'vf', weight: 400, variations: '"slnt" 0' },
  ],
  [
    'the optical size is fixed',
    [font('vf', 300, { wght: [100, 900], opsz: [8, 32] })],
    { family: 'vf', weight: 800, variations: '"opsz" 32' },
  ],
  [
    'of several fonts the nearest in weight is used',
    [font('a', 400), font('b', 700), font('c', 900)],
    { family: 'b', weight: 700 },
  ],
  ['an upright font is preferred to a slanted one', [slanted('a', 800), font('b', 400)], { family: 'b', weight: 400 }],
  ['a slanted font is used if there is no other', [slanted('a', 400)], { family: 'a', weight: 400 }],
  ['no font gives no face', [], undefined],
])('%s', (_, fonts, want) => {
  expect(brandFace(fonts, bold)).toEqual(want);
});
