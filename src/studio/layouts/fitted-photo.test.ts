import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../test/support/studio/subject-photo.ts';
import { photoLayer } from '../canvas/paint.ts';
import { formatOf } from '../format.ts';
import { keepsSubject } from '../photo/kept-subject.ts';
import type { Box } from '../box.ts';
import { fittedPhoto } from './fitted-photo.ts';

const format = formatOf({ width: 1080, height: 1080 });
const band: Box = { x: 0, y: 0, width: 1080, height: 420 };
const beside: Box = { x: 480, y: 0, width: 600, height: 1080 };

/** Fits a photo of 900 by 600 pixels whose subject nearly fills it. Its sides have the given greys. */
function fitted(box: Box, [left, right]: readonly [number, number]) {
  const picture = subjectPhoto({ subject: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }, role: 'product' });
  const pixels = Buffer.alloc(900 * 600 * 3, left);
  for (let row = 0; row < 600; row++) pixels.fill(right, (row * 900 + 450) * 3, (row + 1) * 900 * 3);
  const photo = { ...picture, pixels };
  const photoIn = (part: Box, radius: number) => {
    const layer = photoLayer(photo, part, radius);
    return keepsSubject(photo, layer.crop) ? layer : null;
  };
  return fittedPhoto({ format, photo, tone: 'friendly' }, box, { areaMin: 0.06, photoIn });
}

test('a photo with sides of one colour stands in a band of this colour from side to side', () => {
  const [ground, photo] = fitted(band, [40, 40]) ?? [];
  expect(ground).toMatchObject({ kind: 'fill', box: band, color: '#282828' });
  expect(photo).toMatchObject({ kind: 'photo', box: { y: 0, height: 420 }, radius: 0 });
});

test('a photo with sides of two colours is a card off the edges of the canvas', () => {
  const layers = fitted(band, [20, 230]) ?? [];
  expect(layers.map(({ kind }) => kind)).toEqual(['photo']);
  expect(layers).toMatchObject([{ box: { x: format.margin, y: format.margin } }]);
});

test('a photo beside texts is a card at the far side', () => {
  const [photo] = fitted(beside, [40, 40]) ?? [];
  if (photo?.kind !== 'photo') throw new Error('no photo');
  expect(photo.box.x + photo.box.width).toBeCloseTo(1080 - format.margin, 0);
  expect(photo.box.width / photo.box.height).toBeGreaterThan(1);
});
