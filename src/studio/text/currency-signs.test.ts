import { beforeAll, expect, test } from '@jest/globals';
import type { Brief } from '../brief.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { fontPairs } from '../fonts/font-pairs.ts';
import type { FaceName } from './typeface.ts';
import { TextEngine } from './engine.ts';
import { chooseTypeface } from './typeface.ts';

let engine: TextEngine;
beforeAll(async () => {
  engine = await TextEngine.load();
});

const signs = Array.from('$€£¥₹₽₺₫₪₱₩₴₸₦₵₡₲₼₾฿₨₮₭');
const prices = [...signs.map((sign) => `${sign}1,299`), '149 zł', '1 200 Kč', '349 kr'];
const texts: Record<string, string> = {
  latin: 'Lew, który nie gryzie',
  cyrillic: 'Мёд',
  greek: 'Ψωμί',
  arabic: 'وقتك',
  hebrew: 'טבעת',
  thai: 'สบู่',
  devanagari: 'गाय',
};
const names: readonly FaceName[] = ['display', 'text', 'strong'];

const faces = fontPairs.flatMap(({ display, text, strong }) => [display, text, strong]);
const families = [...new Set(faces.map(({ family }) => family))];

test.each(families.map((family) => [family]))('prices beside %s are in one font', async (family) => {
  const pair = fontPairs.find(({ display, text }) => display.family === family || text.family === family);
  const word = texts[pair?.writingSystems[0] ?? 'latin'] ?? 'Ring';
  const tone = pair?.tones[0] ?? 'bold';
  const found = await Promise.all(prices.map((price) => tornFaces({ word, price }, { tone, family })));
  expect(found.flat()).toEqual([]);
});

/** Returns the kinds of text in which the first font does not have all characters of a price. */
async function tornFaces(
  { word, price }: { word: string; price: string },
  { tone, family }: { tone: Brief['tone']; family: string },
): Promise<string[]> {
  const drawn = briefOf({ name: 'Hazel', tone, light, dark, copy: { headline: word, price } });
  const brief: Brief = { ...drawn, kit: { ...drawn.kit, families: [family] } };
  const { style } = await chooseTypeface(brief, `${word} ${price}`, engine);
  return names
    .map((name) => ({ name, lead: style(name, price).families.slice(0, 1) }))
    .filter(({ lead }) => engine.missingGlyphs(price, lead).length > 0)
    .map(({ name, lead }) => `${name} ${price} in ${lead.join()}`);
}

test('a price that leaves its family keeps the weight of its family', async () => {
  const brief = briefOf({ name: 'Hazel', tone: 'bold', light, dark, copy: { headline: 'Ring', price: '₾1,299' } });
  const { style } = await chooseTypeface(brief, 'Ring ₾1,299', engine);
  const weightOf = (text: string) => style('display', text).weight;
  expect(weightOf('₾1,299')).toBe(weightOf('Ring'));
});
