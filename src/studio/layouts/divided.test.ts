import { expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { madeScene } from '../../../test/support/studio/made-scenes.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { inputFor } from '../attempts.ts';
import { bottomOf } from '../box.ts';
import type { Copy } from '../brief.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import type { Scene, TextRole } from '../scene.ts';
import { textEngine, typesetterFor } from '../studio.ts';
import { split } from './split.ts';

/** Composes a square ad with a wide subject, whose texts stand at the foot. */
async function composed(copy: Partial<Copy>): Promise<Scene> {
  const size = { width: 640, height: 640 };
  const scene = await madeScene({ x: 0.15, y: 0.42, width: 0.7, height: 0.24 });
  const brief = briefOf({ name: 'Kolberg', tone: 'natural', light, dark, pictures: [scene], copy });
  const format = formatOf(size);
  const [materials, engine] = await Promise.all([gatherMaterials(brief, size), textEngine()]);
  const made = split.draw(inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) }));
  if (made === null) throw new Error('the ad cannot be composed');
  return made;
}

const textOf = (scene: Scene, role: TextRole) => {
  const found = scene.texts.find((text) => text.role === role);
  if (found === undefined) throw new Error(`no ${role}`);
  return found;
};

const said = { headline: 'A sofa that gets better with age', subheadline: 'Ten years of guarantee.', cta: 'See it' };

test('a large price stands beside the headline, and the brand beside the action', async () => {
  const scene = await composed({ ...said, price: '€2,190', offer: 'Three seats' });
  const [headline, price] = [textOf(scene, 'headline'), textOf(scene, 'price')];
  const [action, name] = [textOf(scene, 'cta'), textOf(scene, 'signature')];
  expect(price.box.x).toBeGreaterThan(headline.box.x + headline.box.width);
  expect(price.size).toBeGreaterThan(headline.size);
  expect(name.box.x).toBe(price.box.x);
  expect(action.box.y).toBeGreaterThan(bottomOf([headline.box]));
});

test('words that lead to a price stand above it', async () => {
  const scene = await composed({ ...said, price: '€2,190', offer: 'Three seats from' });
  expect(textOf(scene, 'offer').box.y).toBeLessThan(textOf(scene, 'price').box.y);
});

test('without a price, the texts are one column', async () => {
  const scene = await composed(said);
  const starts = new Set(['headline', 'subheadline'].map((role) => Math.round(textOf(scene, role as TextRole).box.x)));
  expect(starts.size).toBe(1);
});
