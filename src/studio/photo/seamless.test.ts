import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openPicture } from './open.ts';
import { type Seamless, seamlessOf } from './seamless.ts';

async function seamlessFrom(svg: string): Promise<Seamless | null> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${svg}</svg>`;
  const bytes = await sharp(Buffer.from(whole)).removeAlpha().png().toBuffer();
  const facts = { bytes, width: 400, height: 400, role: 'product', hasAlpha: false, alt: null } as const;
  const open = await openPicture(facts, 400);
  return open === undefined ? null : seamlessOf(open);
}

const ground = '<rect width="400" height="400" fill="#eaf0d8"/>';

test('a picture on a plain ground fades into a canvas of its colour', async () => {
  const shown = await seamlessFrom(`${ground}<rect x="150" y="100" width="100" height="200" fill="#3a4a55"/>`);
  expect([shown?.ownGround, shown?.width, shown?.height]).toEqual(['#eaf0d8', 100, 200]);
});

test('a picture whose object is cut off at the edge is not shown so', async () => {
  expect(await seamlessFrom(`${ground}<rect x="100" y="200" width="200" height="200" fill="#3a4a55"/>`)).toBeNull();
});
