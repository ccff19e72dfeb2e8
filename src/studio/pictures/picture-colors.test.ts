import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { lchOf } from '../brand-kit/color.ts';
import { pictureColors } from './picture-colors.ts';

/** Returns a picture with a disc of one colour in the middle of a ground. */
async function disc(color: string, ground: string): Promise<{ bytes: Buffer }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="${ground}"/><circle cx="100" cy="100" r="40" fill="${color}"/></svg>`;
  return { bytes: await sharp(Buffer.from(svg)).png().toBuffer() };
}

test('the striking colour of a picture leads, not the largest one', async () => {
  const [lead] = await pictureColors(await disc('#c8102e', '#e6dccd'));
  expect(lead).toMatchObject({ role: 'primary', source: 'default', confidence: 0 });
  expect(Math.abs(lchOf(lead?.hex ?? '#000000').h - lchOf('#c8102e').h)).toBeLessThan(3);
});

test('a pale yellow becomes a shade that can be a button', async () => {
  const [lead] = await pictureColors(await disc('#ffe37a', '#ffffff'));
  expect(lchOf(lead?.hex ?? '#ffffff').l).toBeLessThan(0.7);
});

test('a grey picture has no leading colour', async () => {
  expect(await pictureColors(await disc('#777777', '#dddddd'))).toEqual([]);
});
