import { expect, test } from '@jest/globals';
import { madePhoto } from '../../../test/support/studio/made-pictures.ts';
import type { Box } from '../box.ts';
import { formatOf } from '../format.ts';
import { openPicture } from '../photo/open.ts';
import { type PhotoPlace, photoPlace } from './photo-place.ts';

const format = formatOf({ width: 400, height: 400 });

const placed = async (box: Box, crop: Box, radius = 0): Promise<PhotoPlace> => {
  const bytes = await madePhoto(400, 400);
  const file = { bytes, width: 400, height: 400, role: 'lifestyle', hasAlpha: false, alt: null } as const;
  const picture = await openPicture(file, 400);
  if (picture === undefined) throw new Error('The picture cannot be read.');
  return photoPlace([{ kind: 'photo', box, crop, radius, picture }], format);
};

const whole = { x: 0, y: 0, width: 400, height: 400 };

test.each([
  ['fills the canvas', whole, 1],
  ['fills one half', { ...whole, width: 200 }, 1],
  ['stands free', { x: 50, y: 50, width: 300, height: 300 }, 1],
  ['reaches one edge', { x: 50, y: 50, width: 300, height: 350 }, 0],
  ['reaches two edges', { x: 50, y: 50, width: 350, height: 350 }, 0],
])('the edges of a photo that %s', async (_, box, edges) => {
  expect(await placed(box, whole)).toMatchObject({ edges, rounded: 0 });
});

test.each([
  ['its own size', 400, 1],
  ['one and a half times its size', 400 / 1.5, 0.5],
  ['twice its size', 200, 0],
])('a photo at %s', async (_, side, sharp) => {
  const { sharp: got } = await placed(whole, { ...whole, width: side, height: side }, 12);
  expect(got).toBeCloseTo(sharp, 2);
});

test('an ad without a photo loses nothing by it', () => {
  expect(photoPlace([], format)).toEqual({ edges: 1, rounded: 0, sharp: 1 });
});
