import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { briefOf, pngPicture, samplePicture } from '../../../scripts/gallery/briefs.ts';
import { alpine, sage } from '../../../scripts/gallery/palettes.ts';
import { inputFor } from '../attempts.ts';
import type { Brief, Copy } from '../brief.ts';
import type { Size } from '../box.ts';
import { noCopy } from '../copy/drawn-copy.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import { checkScene } from '../rules/check-scene.ts';
import { failedOf } from '../rules/limits.ts';
import { mirrored, type Scene } from '../scene.ts';
import { textEngine, typesetterFor } from '../studio.ts';
import { layouts } from './registry.ts';

const shapes = {
  square: { width: 560, height: 560 },
  story: { width: 432, height: 768 },
  wide: { width: 704, height: 396 },
} as const;

const base = briefOf({ name: 'Kiln & Co', tone: 'natural', ...sage });
const table = samplePicture('morning');
const bottle = samplePicture('bottle');

interface Given {
  copy?: Partial<Copy>;
  pictures?: Brief['pictures'];
  facts?: string[];
  language?: string;
}

const given = ({ copy, ...rest }: Given): Brief => ({ ...base, ...alpineKit, ...rest, copy: { ...noCopy, ...copy } });
const alpineKit = { kit: { ...base.kit, ...alpine } };

async function drawn(name: string, brief: Brief, size: Size): Promise<{ scene: Scene; failed: string[] }> {
  const layout = layouts.find((each) => each.name === name);
  const format = formatOf(size);
  const [materials, engine] = await Promise.all([gatherMaterials(brief, size), textEngine()]);
  const input = inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
  expect(layout?.suits(brief, materials)).toBeGreaterThan(0);
  const made = layout?.draw(input) ?? null;
  if (made === null) throw new Error(`${name} cannot be composed`);
  const scene = input.rtl ? mirrored(made) : made;
  const { checks } = await checkScene(scene, [scene.texts], { engine, format });
  return { scene, failed: failedOf(checks).map(({ check, value }) => `${check} ${value}`) };
}

const menu = {
  headline: 'Cakes of the house',
  subheadline: 'Berry tart €4.50\nTres leches €4\nFlan €3.80',
  cta: 'Book',
};
const arabicMenu = { headline: 'حلويات البيت', subheadline: 'كنافة بالجبن 18 ر.س\nقهوة عربية 9 ر.س', cta: 'احجز' };
const thaiMenu = { headline: 'เมนูของหวาน', subheadline: 'ข้าวเหนียวมะม่วง ฿120\nชาเย็น ฿45', cta: 'จอง' };
const facts = ['Oat and willow', 'Made in Kent', 'No perfume'];
const named = ['Blue mug, €24', 'Red mug, €26', 'Grey mug, €22', 'Jug, €38'];
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="420" height="420"><rect x="60" y="90" width="300" height="250" rx="60" fill="#7a3b1e"/></svg>';
const mug = await sharp(Buffer.from(drawing)).png().toBuffer();
const shelf = named.map((alt) => ({ ...pngPicture(mug, 'packshot'), alt }));
const quoted = '“They answered the same day, in my language.”';

const cases: [string, string, Given][] = [
  ['menu', 'a menu', { copy: menu, pictures: [table] }],
  ['menu', 'a menu without a picture', { copy: menu }],
  ['menu', 'a menu in Arabic', { copy: arabicMenu, language: 'ar', pictures: [table] }],
  ['menu', 'a menu in Thai', { copy: thaiMenu, language: 'th', pictures: [table] }],
  ['grid', 'products with prices', { copy: { headline: 'From the kiln', cta: 'Shop' }, pictures: shelf }],
  ['benefits', 'facts', { copy: { headline: 'Calm skin by Sunday', cta: 'Try it' }, facts, pictures: [bottle] }],
  ['quote', 'a quotation', { copy: { headline: quoted, subheadline: 'Marc D.' }, pictures: [table] }],
  ['event', 'a date', { copy: { headline: 'The autumn festival', offer: 'Saturday 14 November' }, pictures: [table] }],
  ['event', 'a date in Japanese', { copy: { headline: '秋の音楽祭', offer: '11月14日 19時' }, language: 'ja' }],
  [
    'property',
    'a house',
    { copy: { headline: 'A villa', subheadline: '5 rooms · 142 m² · Garden', price: '€950,000' }, pictures: [table] },
  ],
  ['course', 'a course', { copy: { headline: 'Learn to sail', offer: '12 June', price: '€490' }, pictures: [table] }],
];

describe('layouts that are made for one kind of content', () => {
  const inShapes = cases.flatMap(([name, what, content]) =>
    Object.entries(shapes).map(([shape, size]) => ({ name, what, content, shape, size })),
  );
  test.each(inShapes)('$name keeps every rule with $what ($shape)', async ({ name, content, size }) => {
    const { scene, failed } = await drawn(name, given(content), size);
    expect([scene.dropped, failed]).toEqual([[], []]);
  });
});

const textsOf = ({ texts }: Scene, role: string) => texts.filter((text) => text.role === role);
const wordsOf = (lines: readonly string[]) => lines.join(' ').replace(/\u00a0/gu, ' ');

test.each([
  ['menu', menu, 'en', 'left'],
  ['menu', arabicMenu, 'ar', 'right'],
] as const)('%s sets each price on the line of its name, at the far end', async (name, copy, language, side) => {
  const { scene } = await drawn(name, given({ copy, language, pictures: [table] }), shapes.story);
  const texts = textsOf(scene, 'subheadline');
  const rows = [...Map.groupBy(texts, ({ box }) => Math.round(box.y + box.height / 2)).values()];
  expect(rows.map((row) => wordsOf(row.flatMap(({ lines }) => lines)))).toEqual(copy.subheadline.split('\n'));
  const ends = texts.filter((_, at) => at % 2 === 1).map(({ box }) => (side === 'left' ? box.x + box.width : box.x));
  for (const end of ends) expect(end).toBeCloseTo(ends[0] ?? 0, 0);
});

test.each(Object.entries(shapes))('names and prices stand below their own pictures (%s)', async (_, size) => {
  const brief = given({ copy: { headline: 'From the kiln' }, pictures: shelf });
  const { scene } = await drawn('grid', brief, size);
  const pictures = scene.layers.flatMap((layer) => (layer.kind === 'product' ? [layer.box] : []));
  const labels = textsOf(scene, 'detail').filter((_text, at) => at % 2 === 0);
  expect(labels.map(({ lines }) => wordsOf(lines))).toEqual(['Blue mug', 'Red mug', 'Grey mug', 'Jug']);
  const isBelow = pictures.map((picture, at) => {
    const { x, y } = labels[at]?.box ?? { x: 0, y: 0 };
    return y >= picture.y + picture.height - 1 && x < picture.x + picture.width;
  });
  expect(isBelow).toEqual([true, true, true, true]);
});

test.each(['course', 'event'])('%s sets the label of a price next to it', async (name) => {
  const copy = { headline: 'Learn to sail', subheadline: 'Saturday 14 November', offer: 'Tickets', price: '$15' };
  const { scene } = await drawn(name, given({ copy, pictures: [table] }), shapes.square);
  const [label, price] = [textsOf(scene, 'offer')[0]?.box, textsOf(scene, 'price')[0]?.box];
  if (label === undefined || price === undefined) throw new Error('A text is missing.');
  const gap = Math.max(price.x - label.x - label.width, price.y - label.y - label.height);
  expect(gap).toBeLessThan(price.height);
});

test('an ad states no fact that is not given, and each as it is given', async () => {
  const brief = given({ copy: { headline: 'Calm skin by Sunday' }, facts, pictures: [bottle] });
  const { scene } = await drawn('benefits', brief, shapes.square);
  expect(textsOf(scene, 'detail').map(({ lines }) => wordsOf(lines))).toEqual(facts);
});

test.each([
  ['event', { headline: 'The festival', offer: 'Saturday 14 November' }, '14'],
  ['quote', { headline: quoted, subheadline: 'Marc D.' }, quoted],
])('the largest text of %s is what it is about', async (name, copy, want) => {
  const { scene } = await drawn(name, given({ copy, pictures: [table] }), shapes.story);
  const [largest] = scene.texts.toSorted((a, b) => b.size - a.size);
  expect(wordsOf(largest?.lines ?? [])).toBe(want);
});
