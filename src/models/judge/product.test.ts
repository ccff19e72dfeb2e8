import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from '@jest/globals';
import { portraitOf } from './likeness.ts';
import { productFaults } from './product.ts';

const can = fileURLToPath(new URL('../../../examples/pictures/can-cutout.png', import.meta.url));
const lamp =
  '<svg width="200" height="300"><circle cx="100" cy="100" r="90" fill="#223"/><rect x="90" y="180" width="20" height="110" fill="#223"/></svg>';

/** Returns a scene with things at the given places, and the mask that shows them. */
async function sceneOf(things: { file: Buffer | string; left: number }[]) {
  const layers = await Promise.all(
    things.map(async ({ file, left }) => ({
      input: await sharp(file).resize(220, 300, { fit: 'inside' }).png().toBuffer(),
      left,
      top: 60,
    })),
  );
  const canvas = (background: string) => sharp({ create: { width: 900, height: 420, channels: 4, background } });
  const file = await canvas('#b9a68a').composite(layers).png().toBuffer();
  const seen = sharp(await canvas('#00000000').composite(layers).png().toBuffer());
  const values = await seen.extractChannel('alpha').resize(300, 140, { fit: 'fill' }).raw().toBuffer();
  return { file, mask: { values, width: 300, height: 140 } };
}

async function faultsOf(things: { file: Buffer | string; left: number }[]): Promise<string[]> {
  const reference = await portraitOf(await sharp(can).png().toBuffer(), null);
  if (reference === null) throw new Error('the product cannot be measured');
  const { file, mask } = await sceneOf(things);
  return productFaults(file, mask, reference);
}

test('a scene with the product is fit, also next to another object', async () => {
  expect(await faultsOf([{ file: can, left: 340 }])).toEqual([]);
  expect(
    await faultsOf([
      { file: can, left: 100 },
      { file: Buffer.from(lamp), left: 600 },
    ]),
  ).toEqual([]);
});

test('a scene with the product twice is refused', async () => {
  const faults = await faultsOf([
    { file: can, left: 100 },
    { file: can, left: 600 },
  ]);
  expect(faults).toEqual(['the product is in the picture more than once']);
});

test('a scene with another object in place of the product is refused', async () => {
  expect(await faultsOf([{ file: Buffer.from(lamp), left: 340 }])).toEqual(['the product does not keep its looks']);
});
