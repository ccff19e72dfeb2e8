import { expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { briefOf, samplePicture } from '../../../scripts/gallery/briefs.ts';
import { inputFor } from '../attempts.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import { textEngine, typesetterFor } from '../studio.ts';
import { sticker } from './sticker.ts';

/** Returns the roles of the texts on a badge, from top to bottom. */
async function textsOn(offer: string): Promise<string[] | undefined> {
  const size = { width: 640, height: 640 };
  const copy = { headline: 'A sofa for Sundays', price: '€1,490', offer };
  const pictures = [samplePicture('bottle')];
  const brief = briefOf({ name: 'Casa Brenta', tone: 'bold', light, dark, pictures, copy });
  const format = formatOf(size);
  const [materials, engine] = await Promise.all([gatherMaterials(brief, size), textEngine()]);
  const input = inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
  const made = sticker(input, 'price', [320, 320], '#ffffff');
  return made?.texts.toSorted((a, b) => a.box.y - b.box.y).map(({ role }) => role);
}

test.each([
  ['Three seats', ['price', 'offer']],
  ['Three seats from', ['offer', 'price']],
  ['', ['price']],
  ['Three seats with covers that can be washed at sixty degrees', undefined],
])('a badge has the price with what it is for: “%s”', async (offer, want) => {
  expect(await textsOn(offer)).toEqual(want);
});
