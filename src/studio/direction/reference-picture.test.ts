import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { madePhoto } from '../../../test/support/studio/made-pictures.ts';
import { distance, lchOf } from '../brand-kit/color.ts';
import { analyseReference } from './reference-picture.ts';

/** Draws a photo of a part of the canvas on a plain ground. */
async function model(
  background: string,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .composite([{ input: await madePhoto(width, height), left, top }])
    .png()
    .toBuffer();
}

describe('analyseReference', () => {
  test.each([
    ['left', '#fafafa', 'light', { left: 0, top: 0, width: 180, height: 400 }],
    ['right', '#1b1430', 'dark', { left: 220, top: 0, width: 180, height: 400 }],
    ['bottom', '#7a1020', 'dark', { left: 0, top: 240, width: 400, height: 160 }],
    ['centre', '#fafafa', 'light', { left: 100, top: 100, width: 200, height: 200 }],
    ['full', '#fafafa', 'dark', { left: 0, top: 0, width: 400, height: 400 }],
  ] as const)('a photo at %s on %s', async (place, background, ground, region) => {
    const reference = await analyseReference(await model(background, region));
    expect(reference.composition.place).toBe(place);
    const isPlain = place !== 'full';
    expect(isPlain ? reference.ground : ground).toBe(ground);
    const [first] = reference.palette;
    const away = distance(lchOf(first?.hex ?? '#000000'), lchOf(background));
    expect(isPlain ? away : 0).toBeLessThan(0.03);
  });

  test('an empty field has no place', async () => {
    const field = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#224466' } })
      .png()
      .toBuffer();
    expect(await analyseReference(field)).toEqual({
      ground: 'dark',
      palette: [{ hex: '#224466', share: 1 }],
      composition: { place: 'none', empty: 1 },
    });
  });
});
