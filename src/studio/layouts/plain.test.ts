import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { madePoster, madeScene, madeScreenshot } from '../../../test/support/studio/made-scenes.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { inputFor } from '../attempts.ts';
import type { Picture } from '../brief.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import { checkScene } from '../rules/check-scene.ts';
import { failedOf } from '../rules/limits.ts';
import { renderRaw, textEngine, typesetterFor } from '../studio.ts';
import { groundOf } from './grounds.ts';
import { plain, plainLastSteps, plainWithPicture } from './plain.ts';

test('layout steps with the name come before steps without words', () => {
  const words = plainLastSteps.map((step) => step.words);
  expect(words).toContain('name');
  expect(words.lastIndexOf('name')).toBeLessThan(words.indexOf('none'));
  expect(plainLastSteps.at(-1)).toEqual({ picture: false, logo: false, words: 'none' });
});

const few = { width: 360, height: 240 };

test.each<[string, () => Promise<Picture>]>([
  ['photo', () => madeScene({ x: 0.35, y: 0.3, width: 0.3, height: 0.45 }, few)],
  ['screenshot', () => madeScreenshot(few)],
  ['poster', () => madePoster(few)],
])('a %s of few pixels passes every check if it is drawn alone', async (_, picture) => {
  const brief = briefOf({ name: 'Hazel', tone: 'friendly', light, dark, pictures: [await picture()], copy: {} });
  const format = formatOf({ width: 1080, height: 1080 });
  const [materials, engine] = await Promise.all([gatherMaterials(brief, format), textEngine()]);
  const input = inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
  const step = plainWithPicture.at(-1);
  const scene = step === undefined ? null : plain(input, step);
  if (scene === null) throw new Error('The picture was not drawn.');
  const { checks } = await checkScene(scene, [scene.texts], { engine, format });
  expect(failedOf(checks)).toEqual([]);
});

test.each(['loud', 'tinted', 'quiet'] as const)('a plain ad has the %s ground of the layouts', async (groundStyle) => {
  const copy = { headline: 'Made for slow mornings' };
  const brief = briefOf({ name: 'Hazel', tone: 'friendly', light, dark, pictures: [], copy });
  const format = formatOf({ width: 256, height: 1024 });
  const [materials, engine] = await Promise.all([gatherMaterials(brief, format), textEngine()]);
  const input = inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
  const [step] = plainLastSteps;
  const scene = step === undefined ? null : plain({ ...input, groundStyle }, step);
  if (scene === null) throw new Error('The ad was not drawn.');
  expect(scene.layers[0]).toMatchObject({ color: groundOf(groundStyle, input.roles).color });
  const { checks } = await checkScene(scene, [scene.texts], { engine, format });
  expect(failedOf(checks)).toEqual([]);
});

test.each<[string, () => Promise<Picture>]>([
  ['photo', () => madeScene(null, { width: 64, height: 50 })],
  ['screenshot', () => madeScreenshot({ width: 64, height: 50 })],
  ['product', () => thinProduct()],
])('an ad without text is drawn also if its %s is tiny', async (_, picture) => {
  const brief = briefOf({ name: 'Hazel', tone: 'bold', light, dark, pictures: [await picture()], noText: true });
  const { checks } = await renderRaw(brief, { width: 2048, height: 2048 });
  expect(failedOf(checks)).toEqual([]);
});

/** Draws an opaque bar without a ground in a picture of 48 by 48 pixels. */
async function thinProduct(): Promise<Picture> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect x="14" y="6" width="20" height="36"/></svg>';
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { bytes, width: 48, height: 48, role: 'packshot', hasAlpha: true, alt: null };
}
