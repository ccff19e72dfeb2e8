import { describe, expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { madeScene } from '../../../test/support/studio/made-scenes.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import type { Brief } from '../brief.ts';
import { renderRaw, withLook } from '../studio.ts';

const sizes = [
  { width: 640, height: 640 },
  { width: 480, height: 848 },
  { width: 848, height: 480 },
];

async function briefWith(change: Partial<Brief>): Promise<Brief> {
  const scene = await madeScene({ x: 0.35, y: 0.3, width: 0.3, height: 0.45 });
  const copy = { headline: 'Made for slow mornings', price: 'from €19', cta: 'Book a table' };
  const brief = briefOf({ name: 'Hazel & Rye', tone: 'friendly', light, dark, pictures: [scene], copy });
  return { ...brief, ...change };
}

const drawnWith = async (change: Partial<Brief>) => {
  const brief = await withLook(await briefWith(change), sizes);
  return { brief, ads: await Promise.all(sizes.map((size) => renderRaw(brief, size))) };
};

describe('the look of a job', () => {
  test('a photo is in every ratio of an ad with a price', async () => {
    const { ads } = await drawnWith({});
    expect(ads.map(({ shown }) => shown !== null)).toEqual([true, true, true]);
    expect(ads.map(({ copy }) => copy.price)).toEqual(['from €19', 'from €19', 'from €19']);
  });

  test('the same layout is drawn in all ratios that have room for it', async () => {
    const { ads } = await drawnWith({});
    expect(new Set(ads.map(({ layout }) => layout)).size).toBe(1);
  });

  test('the same brief has the same look, and a look that is given stays', async () => {
    const [first, second] = await Promise.all([briefWith({}), briefWith({})]);
    const { look } = await withLook(first, sizes);
    expect((await withLook(second, sizes)).look).toEqual(look);
    expect((await withLook({ ...first, look }, [])).look).toBe(look);
  });

  test('seeds differ in their looks', async () => {
    const seeds = ['a', 'b', 'c', 'd', 'e', 'f'];
    const looks = await Promise.all(seeds.map(async (seed) => (await withLook(await briefWith({ seed }), sizes)).look));
    expect(new Set(looks.map((look) => `${String(look?.ground)} ${String(look?.layouts[0])}`)).size).toBeGreaterThan(2);
  });

  test('a dark direction is drawn dark', async () => {
    const { brief } = await drawnWith({ direction: { ground: 'dark' } });
    expect(brief.look?.theme).toBe('dark');
  });

  test.each(['price', 'headline'] as const)('a direction that wants the %s largest gets it', async (largest) => {
    const { ads } = await drawnWith({ direction: { largest } });
    for (const { score } of ads) expect(score.parts.length).toBeGreaterThan(5);
    const layouts = ads.map(({ layout }) => layout);
    expect(layouts.every((layout) => (layout === 'price-split') === (largest === 'price'))).toBe(true);
  });

  test.each(['frame', 'editorial', 'arch', 'split', 'full-bleed'])(
    'the layout %s makes the price the largest text if the direction wants that',
    async (name) => {
      const look: Brief['look'] = { theme: 'light', ground: 'quiet', layouts: [name], variant: 0 };
      const given = await briefWith({});
      const copy = { ...given.copy, headline: 'Open until midnight', price: '€29 a month', offer: 'Membership' };
      const { ads } = await drawnWith({ tone: 'elegant', copy, direction: { largest: 'price' }, look });
      for (const { sizes: drawn } of ads) expect(drawn.price).toBeGreaterThan(Number(drawn.headline));
    },
  );
});
