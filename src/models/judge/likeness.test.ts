import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from '@jest/globals';
import { likeness, likenessMin, type Portrait, portraitOf } from './likeness.ts';

const names = ['bottle', 'headphones', 'mug'] as const;
type Name = (typeof names)[number];

/** Pictures of products as cut-outs: what is nearly white is transparent. */
const cuts = new Map<Name, Buffer>();
beforeAll(async () => {
  for (const name of names) {
    const file = readFileSync(new URL(`../../../examples/pictures/${name}.jpg`, import.meta.url));
    const { data, info } = await sharp(file)
      .resize(400, 400, { fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 4)
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 225) data[at + 3] = 0;
    cuts.set(
      name,
      await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
        .png()
        .toBuffer(),
    );
  }
});

const cut = (name: Name): Sharp => sharp(cuts.get(name));

async function portrait(picture: Sharp): Promise<Portrait> {
  const measured = await portraitOf(await picture.png().toBuffer(), null);
  if (measured === null) throw new Error('there is no product');
  return measured;
}

const changes: [change: string, changed: (picture: Sharp) => Sharp][] = [
  ['darker light', (picture) => picture.linear([0.7, 0.7, 0.7, 1], [0, 0, 0, 0])],
  ['brighter light', (picture) => picture.linear([1.12, 1.12, 1.12, 1], [10, 10, 10, 0])],
  ['warmer light', (picture) => picture.linear([1.06, 1, 0.88, 1], [0, 0, 0, 0])],
  ['blur', (picture) => picture.blur(1.5)],
  ['a smaller size', (picture) => picture.resize(150)],
  ['another place', (picture) => picture.extend({ left: 300, top: 200, background: '#00000000' })],
  ['a small turn', (picture) => picture.rotate(5, { background: '#00000000' })],
];
test.each(names.flatMap((name) => changes.map(([change, changed]) => ({ name, change, changed }))))(
  'a $name in $change keeps its likeness',
  async ({ name, changed }) => {
    expect(likeness(await portrait(cut(name)), await portrait(changed(cut(name))))).toBeGreaterThan(likenessMin);
  },
);

test.each([
  ['bottle', 'headphones'],
  ['bottle', 'mug'],
  ['headphones', 'mug'],
] as const)('a %s is not like a %s', async (one, other) => {
  expect(likeness(await portrait(cut(one)), await portrait(cut(other)))).toBeLessThan(likenessMin);
});

test.each(['bottle', 'mug'] as const)('a %s in another colour is another product', async (name) => {
  const recolored = cut(name).modulate({ hue: 150, saturation: 1.4 });
  expect(likeness(await portrait(cut(name)), await portrait(recolored))).toBeLessThan(likenessMin);
});

test('a picture without a product has no portrait', async () => {
  const empty = sharp({ create: { width: 200, height: 200, channels: 4, background: '#00000000' } });
  expect(await portraitOf(await empty.png().toBuffer(), null)).toBeNull();
});
