import { describe, expect, test } from '@jest/globals';
import { madePoster, madeScene, madeScreenshot } from '../../test/support/studio/made-scenes.ts';
import { dark, light } from '../../test/support/brands/sample-roles.ts';
import { briefOf } from '../../scripts/gallery/briefs.ts';
import type { Brief, Picture } from './brief.ts';
import { renderRaw } from './studio.ts';

const copy = { headline: 'Made for slow mornings', subheadline: 'Small batches, every Thursday.', cta: 'Shop now' };

const briefWith = (pictures: Picture[], seed = 'a job'): Brief => ({
  ...briefOf({ name: 'Hazel & Rye', tone: 'natural', light, dark, pictures, copy }),
  seed,
  look: { theme: 'light', ground: 'quiet', layouts: ['full-bleed'], variant: 0 },
});

const shapes = {
  '1:1': { width: 640, height: 640 },
  '4:5': { width: 576, height: 720 },
  '9:16': { width: 480, height: 848 },
  '16:9': { width: 848, height: 480 },
  '3:1': { width: 1104, height: 368 },
  '1:3': { width: 368, height: 1104 },
  '4:1': { width: 1280, height: 320 },
  '1:4': { width: 320, height: 1280 },
} as const;
type Ratio = keyof typeof shapes;
const seeds = ['one', 'two'];

/** Renders the picture with several seeds. Returns the layouts and their measurements. */
async function drawn(picture: Picture, ratio: Ratio) {
  return Promise.all(seeds.map((seed) => renderRaw(briefWith([picture], seed), shapes[ratio])));
}

const layoutsOf = (ads: readonly { layout: string }[]) => [...new Set(ads.map(({ layout }) => layout))];

describe('text and the subject of a photo', () => {
  test.each([0.05, 0.4, 0.74])('text does not cover a subject at %d of the width', async (x) => {
    const scene = await madeScene({ x, y: 0.2, width: 0.2, height: 0.6 });
    for (const shape of Object.values(shapes)) {
      const { checks } = await renderRaw(briefWith([scene]), shape);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      expect(checks.map(({ check }) => check)).toContain('subject_covered');
    }
  });

  test('a photo whose subject leaves no free side does not become a full bleed', async () => {
    const scene = await madeScene({ x: 0.06, y: 0.06, width: 0.88, height: 0.88 });
    for (const ratio of ['1:1', '9:16', '16:9'] as const)
      expect(layoutsOf(await drawn(scene, ratio))).not.toContain('full-bleed');
  });

  test('a full bleed may cut a scene and not a product', async () => {
    const scene = await madeScene({ x: 0.66, y: 0.02, width: 0.22, height: 0.96 }, { width: 900 });
    expect(layoutsOf(await drawn({ ...scene, role: 'lifestyle' }, '16:9'))).toContain('full-bleed');
    expect(layoutsOf(await drawn({ ...scene, role: 'product' }, '16:9'))).not.toContain('full-bleed');
  });

  test('a photo keeps a subject that nearly fills its width in every ratio', async () => {
    const scene = await madeScene({ x: 0.12, y: 0.3, width: 0.76, height: 0.5 }, { width: 1500, height: 1000 });
    for (const shape of Object.values(shapes)) {
      const brief = { ...briefWith([scene]), look: undefined };
      const { checks } = await renderRaw(brief, shape);
      expect(checks.find(({ check }) => check === 'subject_cropped')).toMatchObject({ passed: true });
    }
  });

  test('a photo with its subject at one side may become a full bleed', async () => {
    const scene = await madeScene({ x: 0.7, y: 0.2, width: 0.16, height: 0.6 });
    expect(layoutsOf(await drawn(scene, '16:9'))).toContain('full-bleed');
  });
});

describe('pictures that must be shown whole', () => {
  test.each<[string, () => Promise<Picture>]>([
    ['a desktop screenshot', () => madeScreenshot()],
    ['a phone screenshot', () => madeScreenshot({ width: 720, height: 1480 })],
    ['a banner with text', () => madePoster()],
  ])('%s is shown in a frame', async (_, made) => {
    const picture = await made();
    for (const shape of Object.values(shapes)) {
      const ad = await renderRaw(briefWith([picture]), shape);
      expect(ad.layout).toBe('framed');
    }
  });

  test('another picture is preferred to a banner with text', async () => {
    const [poster, scene] = await Promise.all([madePoster(), madeScene({ x: 0.4, y: 0.2, width: 0.2, height: 0.6 })]);
    const pictures = [
      { ...poster, alt: 'A banner' },
      { ...scene, alt: 'A bottle' },
    ];
    const ad = await renderRaw(briefWith(pictures), shapes['1:1']);
    expect(ad.shown).toMatchObject({ alt: 'A bottle' });
  });
});
