import { expect, test } from '@jest/globals';
import { madeScene } from '../../../../../test/support/studio/made-scenes.ts';
import { photoLayer } from '../../../canvas/paint.ts';
import { cropShares } from '../../../photo/crop-shares.ts';
import { WeightGrid } from '../../../photo/weight-grid.ts';
import { openPicture } from '../../../photo/open.ts';
import { tightened } from './tighter-crop.ts';

async function layerOf(subject: { x: number; y: number; width: number; height: number }) {
  const picture = await openPicture(await madeScene(subject), 700);
  if (picture === undefined) throw new Error('the picture could not be opened');
  return photoLayer(picture, { x: 0, y: 0, width: 480, height: 320 }, 0);
}

test('a photo that is shown again is cropped around its subject', async () => {
  const layer = await layerOf({ x: 0.72, y: 0.3, width: 0.12, height: 0.4 });
  const closer = tightened(layer, 1);
  expect(closer.crop.width).toBeLessThan(0.8 * layer.crop.width);
  expect(cropShares(layer.picture, closer.crop).subject).toBeGreaterThan(0.7);
});

test('a photo whose subject would be cut stays whole', async () => {
  const small = await layerOf({ x: 0.72, y: 0.3, width: 0.12, height: 0.4 });
  const everywhere = new WeightGrid(new Float32Array(100).fill(1), { width: 10, height: 10 });
  const analysis = { ...small.picture.analysis, subject: everywhere, spans: false };
  const layer = { ...small, picture: { ...small.picture, analysis } };
  expect(tightened(layer, 1).crop).toEqual(layer.crop);
});

test('a photo stays whole the first time', async () => {
  const layer = await layerOf({ x: 0.72, y: 0.3, width: 0.12, height: 0.4 });
  expect(tightened(layer, 0)).toBe(layer);
});
