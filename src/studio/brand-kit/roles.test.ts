import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BrandColor } from '../../schema/brand.ts';
import type { ColorRoles } from '../brief.ts';
import { contrast, lchOf } from './color.ts';
import { defaultColors } from './default-colors.ts';
import { colorRoles, textContrastMin } from './roles.ts';

type Color = Pick<BrandColor, 'hex' | 'role'>;

const color = (hex: string, role: BrandColor['role'] = 'other'): Color => ({ hex, role });

function roles(...colors: Color[]) {
  const made = colorRoles(colors);
  if (made === undefined) throw new Error('the brand has no colour roles');
  return made;
}

test('the dark ground of a brand without known colours is nearly black', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => `job ${seed}`);
  const grounds = seeds.map((seed) => colorRoles(defaultColors(seed))?.dark.surface ?? '#ffffff');
  for (const ground of grounds) expect(lchOf(ground).l).toBeLessThan(0.25);
});

describe('given colours', () => {
  test('a single swatch becomes the primary colour unchanged', () => {
    expect(roles(color('#e30613')).light.primary).toBe('#e30613');
  });

  test('labelled swatches get the roles of their labels', () => {
    const { light } = roles(
      color('#bc6c25', 'accent'),
      color('#fefae0', 'surface'),
      color('#283618', 'ink'),
      color('#123456', 'primary'),
    );
    expect(light).toMatchObject({ primary: '#123456', surface: '#fefae0', accent: '#bc6c25', ink: '#283618' });
  });

  test('the first unlabelled swatch with a hue becomes the primary colour, and the second the accent', () => {
    const { light } = roles(color('#ffffff'), color('#4a154b'), color('#36c5f0'), color('#2eb67d'));
    expect(light).toMatchObject({ primary: '#4a154b', accent: '#36c5f0', surface: '#ffffff' });
  });

  test('a dark brand colour becomes the dark surface, and another colour its primary colour', () => {
    const { dark } = roles(color('#0b1f4b'), color('#ffb703'));
    expect(dark).toMatchObject({ surface: '#0b1f4b', primary: '#ffb703' });
  });

  test('a yellow primary colour stays yellow on white and has dark text', () => {
    const { light } = roles(color('#ffd400'));
    expect(light.primary).toBe('#ffd400');
    expect(lchOf(light.onPrimary).l).toBeLessThan(0.3);
  });

  test('a surface in the only colour leaves the button visible', () => {
    const { light } = roles(color('#ff6a13', 'surface'));
    expect(light.surface).toBe('#ff6a13');
    expect(contrast(light.primary, light.surface)).toBeGreaterThan(3);
  });
});

describe('found colours', () => {
  const found = (hex: string, role: BrandColor['role'], source: BrandColor['source'], confidence: number) => ({
    ...{ hex, role, source, confidence },
  });
  const white = found('#ffffff', 'surface', 'stylesheet', 1);

  test('the grey of body text is not the colour of headlines, but a dark colour of the brand is', () => {
    const { light } = roles(
      ...[white, found('#b76e79', 'primary', 'stylesheet', 0.9), found('#666666', 'ink', 'painted', 0.6)],
      found('#2c3e3f', 'other', 'stylesheet', 0.6),
    );
    expect(light.ink).toBe('#2c3e3f');
  });

  test('a grey text colour that the request gives stays', () => {
    expect(roles(found('#666666', 'ink', 'request', 1), color('#b76e79', 'primary')).light.ink).toBe('#666666');
  });

  test('grey text on a dark ground becomes nearly white', () => {
    const { dark } = roles(
      ...[found('#000000', 'surface', 'stylesheet', 1), found('#9ca3af', 'ink', 'stylesheet', 0.8)],
      found('#00c2ff', 'primary', 'stylesheet', 1),
    );
    expect(lchOf(dark.ink).l).toBeGreaterThan(0.94);
  });

  test.each<[string, ReturnType<typeof found>[], string]>([
    [
      'a sure pink leads beside a black',
      [found('#222222', 'primary', 'stylesheet', 0.9), found('#e84393', 'accent', 'painted', 0.7)],
      '#e84393',
    ],
    [
      'the blue of a framework yields to the colour of the logo',
      [found('#007bff', 'primary', 'stylesheet', 0.7), found('#6c3b2e', 'accent', 'logo-pixels', 0.4)],
      '#6c3b2e',
    ],
    [
      'an unsure hue does not lead a grey brand',
      [found('#007bff', 'primary', 'stylesheet', 0.4), found('#282828', 'other', 'stylesheet', 0.3)],
      '#282828',
    ],
    [
      'colours of photos do not lead a black brand',
      [found('#0a0a0a', 'primary', 'stylesheet', 0.9), found('#46442b', 'accent', 'painted', 0.4)],
      '#0a0a0a',
    ],
  ])('%s', (_, colors, want) => {
    expect(roles(white, ...colors).light.primary).toBe(want);
  });

  test('a pale primary colour is the ground, with another colour of the brand on its buttons', () => {
    const { light } = roles(
      ...[white, found('#f5deb3', 'primary', 'stylesheet', 0.9), found('#5d4037', 'accent', 'stylesheet', 0.6)],
    );
    expect(light).toMatchObject({ surface: '#f5deb3', primary: '#5d4037' });
  });
});

describe('the preferred scheme', () => {
  test.each<[string, Color[], 'light' | 'dark']>([
    ['a dark surface prefers the dark scheme', [color('#0d0d0f', 'surface'), color('#ff4d00')], 'dark'],
    ['a light surface prefers the light scheme', [color('#faf7f0', 'surface'), color('#39ff14')], 'light'],
    ['a neon colour without a surface prefers the dark scheme', [color('#39ff14')], 'dark'],
    [
      'light words and a deep primary colour prefer the dark scheme',
      [color('#ffffff', 'surface'), color('#004369', 'primary'), color('#e5ddc8', 'ink')],
      'dark',
    ],
    [
      'grey words on a white page prefer the light scheme',
      [color('#ffffff', 'surface'), color('#282828', 'primary'), color('#888888', 'ink')],
      'light',
    ],
    ['a black brand with gold prefers the dark scheme', [color('#111111', 'primary'), color('#c9a24d')], 'dark'],
    ['any other colour prefers the light scheme', [color('#e30613')], 'light'],
    ['a grey brand prefers the light scheme', [color('#333333'), color('#999999')], 'light'],
  ])('%s', (_, colors, want) => {
    expect(roles(...colors).prefers).toBe(want);
  });
});

describe('near-black and near-white', () => {
  test('the ink has the hue of the brand and is not #000', () => {
    const { light } = roles(color('#1f4d3f'));
    expect(lchOf(light.ink).c).toBeGreaterThan(0.01);
    expect(roles(color('#e30613'), color('#000000')).light.ink).not.toBe('#000000');
  });

  test('a grey brand stays grey in every role', () => {
    const { light, dark } = roles(color('#333333'), color('#999999'), color('#eeeeee'));
    for (const hex of [light, dark].flatMap(hexes)) expect(lchOf(hex).c).toBeLessThan(0.005);
  });
});

describe('invisible and translucent colours', () => {
  test('no colours or an invisible colour give no roles', () => {
    expect(colorRoles([])).toBeUndefined();
    expect(colorRoles([color('#ff000000')])).toBeUndefined();
  });

  test('a translucent colour becomes the colour it has on white', () => {
    expect(roles(color('#ff000080')).light.primary).toBe('#ff7f7f');
  });
});

const hexes = ({ surface, ink, primary, onPrimary, accent, muted }: ColorRoles): string[] => [
  surface,
  ink,
  primary,
  onPrimary,
  accent,
  muted,
];

/** Reports whether the scheme meets the contrast that every layout requires. */
function holds(scheme: ColorRoles): boolean {
  return (
    contrast(scheme.ink, scheme.surface) >= textContrastMin &&
    contrast(scheme.muted, scheme.surface) >= textContrastMin &&
    contrast(scheme.onPrimary, scheme.primary) >= textContrastMin &&
    contrast(scheme.primary, scheme.surface) >= 1.2 &&
    hexes(scheme).every((hex) => /^#[0-9a-f]{6}$/.test(hex))
  );
}

const anyHex = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => `#${Buffer.from(rgb).toString('hex')}`);
const anyColor = fc.record({
  hex: anyHex,
  role: fc.constantFrom<BrandColor['role'][]>('primary', 'accent', 'surface', 'ink', 'muted', 'other'),
});

test('for any swatches, text is legible and the button is visible in both schemes', () => {
  fc.assert(
    fc.property(fc.array(anyColor, { minLength: 1, maxLength: 12 }), (colors) => {
      const { light, dark } = roles(...colors);
      expect({ light: holds(light), dark: holds(dark) }).toEqual({ light: true, dark: true });
    }),
    { numRuns: 1_000 },
  );
});

test('the default palettes have enough contrast, are the same for a seed and differ between seeds', () => {
  const seeds = Array.from({ length: 60 }, (_, at) => `job-${at}`);
  for (const seed of seeds) {
    const { light, dark } = roles(...defaultColors(seed));
    expect([seed, holds(light), holds(dark)]).toEqual([seed, true, true]);
  }
  expect(defaultColors('a')).toEqual(defaultColors('a'));
  expect(new Set(seeds.map((seed) => defaultColors(seed)[0]?.hex)).size).toBeGreaterThan(4);
});
