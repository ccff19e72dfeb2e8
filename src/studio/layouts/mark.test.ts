import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { inputFor } from '../attempts.ts';
import type { Picture } from '../brief.ts';
import type { LayoutInput } from '../composition.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import { textEngine, typesetterFor } from '../studio.ts';
import { textsIn } from './field.ts';
import { quiet } from './grounds.ts';
import { emptyScene } from './layout.ts';
import { isNamed, markIn } from './mark.ts';

async function picture(shapes: string, [width, height]: [number, number]): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { bytes, width, height, role: 'logo', hasAlpha: true, alt: null };
}

const letters = (count: number, { y, high }: { y: number; high: number }) =>
  Array.from({ length: count }, (_, at) => {
    const step = 360 / count;
    return `<rect x="${20 + step * at}" y="${y}" width="${step * 0.6}" height="${high}" fill="#111"/>`;
  }).join('');
const emblem = '<circle cx="200" cy="120" r="110" fill="#b02030"/>';

const logos = {
  none: null,
  wordmark: await picture(letters(8, { y: 10, high: 80 }), [400, 100]),
  emblem: await picture(emblem, [400, 240]),
  /** Letters that are dark above and pale below: no plate shows both, and one ink would fill them. */
  'two-tone letters': await picture(
    letters(8, { y: 10, high: 40 }) + letters(8, { y: 50, high: 40 }).replaceAll('#111', '#f8f4d0'),
    [400, 100],
  ),
  'overlapping discs': await picture(
    '<rect width="400" height="400" fill="#fff"/><circle cx="120" cy="200" r="110" fill="#206040"/><circle cx="280" cy="200" r="110" fill="#d09010"/>',
    [400, 400],
  ),
  'emblem over small letters': await picture(emblem + letters(8, { y: 260, high: 18 }), [400, 290]),
};

interface Given {
  logo: keyof typeof logos;
  name?: string;
  cta?: string;
}

async function inputWith({ logo, name = 'Atlantis', cta = '' }: Given): Promise<LayoutInput> {
  const drawn = briefOf({ name, tone: 'elegant', light, dark, copy: { headline: 'Baths by the sea', cta } });
  const brief = { ...drawn, kit: { ...drawn.kit, logo: logos[logo] } };
  const format = formatOf({ width: 1000, height: 1000 });
  const [materials, engine] = await Promise.all([gatherMaterials(brief, format), textEngine()]);
  return inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
}

test('a plate has a colour of the ad, also if the file of the logo is white', async () => {
  const input = await inputWith({ logo: 'overlapping discs' });
  const area = { x: 0, y: 0, width: 600, height: 500 };
  const mark = markIn(input, { area, corner: 'top-start', ground: '#206040' });
  const plate = mark?.layers.find((layer) => layer.kind === 'fill');
  expect([input.roles.surface, input.otherRoles.surface]).toContain(plate?.color);
});

describe('the name of the brand', () => {
  test.each<[string, Given, number, { name: boolean; logo: boolean }]>([
    ['is read in a wordmark', { logo: 'wordmark' }, 600, { name: false, logo: true }],
    ['is set beside an emblem', { logo: 'emblem' }, 600, { name: true, logo: true }],
    ['is set with an emblem in a narrow area', { logo: 'emblem' }, 190, { name: true, logo: true }],
    ['is set beside letters too small to read', { logo: 'emblem over small letters' }, 600, { name: true, logo: true }],
    [
      'is set in two lines in a narrow area',
      { logo: 'none', name: 'Domaine Weimerskirch' },
      220,
      { name: true, logo: false },
    ],
    [
      'is set without a logo whose letters show on no plate',
      { logo: 'two-tone letters' },
      600,
      { name: true, logo: false },
    ],
  ])('%s', async (_, given, width, want) => {
    const input = await inputWith(given);
    const area = { x: 0, y: 0, width, height: 500 };
    const mark = markIn(input, { area, corner: 'top-start', ground: '#ffffff' });
    expect({
      name: mark?.texts.some(({ role }) => role === 'signature'),
      logo: mark?.layers.some(({ kind }) => kind === 'logo'),
    }).toEqual(want);
    expect(mark?.box.width).toBeLessThanOrEqual(width);
  });

  test.each<[string, Given, boolean]>([
    ['is missing in a scene without it', { logo: 'none' }, false],
    ['is not missing where it is the headline', { logo: 'none', name: 'Baths by the Sea' }, true],
  ])('%s', async (_, given, want) => {
    const input = await inputWith(given);
    expect(isNamed(emptyScene('', input.format), input)).toBe(want);
  });

  test('stands on the baseline of an underlined action, at a distance', async () => {
    const input = await inputWith({ logo: 'none', cta: 'Book a day' });
    const scene = textsIn(input, { area: input.format.safe, ground: quiet(input.roles), mark: 'aside' });
    const [action, name] = ['cta', 'signature'].map((role) => scene?.texts.find((text) => text.role === role));
    if (action === undefined || name === undefined) throw new Error('a text is missing');
    const baseline = async (block: typeof action) => {
      const engine = await textEngine();
      const { pixels, width, y } = await engine.draw({ ...block, lines: ['H'] });
      const last = pixels.findLastIndex((value, at) => at % 4 === 3 && value > 127);
      return y + Math.floor(last / 4 / width);
    };
    expect(Math.abs((await baseline(action)) - (await baseline(name)))).toBeLessThanOrEqual(2);
    expect(name.box.x - action.box.x - action.box.width).toBeGreaterThan(60);
  });
});
