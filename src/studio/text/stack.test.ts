import { expect, test } from '@jest/globals';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import { formatOf } from '../format.ts';
import { TextEngine } from './engine.ts';
import { stack } from './stack.ts';
import { chooseTypeface } from './typeface.ts';
import { textsOf, Typesetter } from './typesetter.ts';

const format = formatOf({ width: 1_000, height: 1_000 });
const colors = { headline: '#000', support: '#000', offer: '#000', button: { fill: '#000', text: '#fff' } };

/** Returns the headline in a column of this width, in percent of the canvas. */
async function headline(text: string, width: number, language = 'de') {
  const brief = briefOf({ name: 'Verdane', tone: 'friendly', ...sage, language, copy: { headline: text } });
  const engine = await TextEngine.load();
  const texts = textsOf(brief.copy, '', brief.language, []);
  const face = await chooseTypeface(brief, text, engine);
  const type = await Typesetter.measure(engine, texts, face, { u: format.u, language: brief.language });
  const zone = { x: 0, y: 0, width: width * 10, height: 900 };
  const column = stack(type, format, { zone, anchor: 'top', align: 'start', colors, button: 'box' });
  return column?.texts.find(({ role }) => role === 'headline');
}

test('a long word is set in smaller type rather than broken', async () => {
  const block = await headline('Reisekostenabrechnung leicht gemacht', 70);
  expect(block?.lines.join(' ')).toContain('Reisekostenabrechnung');
  expect(block?.breaksWord).toBeUndefined();
});

test('a word that is too wide even in the smallest type is hyphenated', async () => {
  const block = await headline('Reisekostenabrechnung leicht gemacht', 40);
  expect(block?.lines[0]).toBe('Reisekosten-');
  expect(block?.breaksWord).toBe(true);
});

test.each<[string, string, number, string[]]>([
  ['pl', 'Lew, który nie gryzie', 33, ['Lew, który', 'nie gryzie']],
  ['en', 'Scent that defines you', 40, ['Scent that', 'defines you']],
  ['es', 'Postres de la casa', 36, ['Postres', 'de la casa']],
  ['hr', 'Comfort za cijeli dan', 40, ['Comfort', 'za cijeli dan']],
  ['pl', 'Bukiety na Dzień Matki', 40, ['Bukiety', 'na Dzień', 'Matki']],
])('in %s, “%s” is no stack of short words', async (language, text, width, want) => {
  expect((await headline(text, width, language))?.lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual(want);
});
