import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../../test/support/studio/subject-photo.ts';
import type { Box } from '../../box.ts';
import { cutsOf, worstOf } from '../../photo/subject-cuts.ts';
import type { LayerOf } from '../../scene.ts';
import { zoomInto } from './zoom-room.ts';

const whole: Box = { x: 0, y: 0, width: 900, height: 600 };

const layerWith = (subject: Box): LayerOf<'photo'> => ({
  ...{ kind: 'photo', box: whole, crop: whole, radius: 0 },
  picture: subjectPhoto({ subject }),
});

/** Returns the part of a photo over the whole canvas that is seen at a zoom. */
function seenAt(zoom: number, [x, y]: readonly [number, number]): Box {
  const spare = 1 - 1 / zoom;
  return { x: 900 * x * spare, y: 600 * y * spare, width: 900 / zoom, height: 600 / zoom };
}

test.each<[string, Box]>([
  ['in the middle', { x: 0.35, y: 0.3, width: 0.3, height: 0.4 }],
  ['near a corner', { x: 0.04, y: 0.05, width: 0.3, height: 0.5 }],
  ['that nearly fills the photo', { x: 0.06, y: 0.05, width: 0.88, height: 0.9 }],
])('a zoom keeps a subject %s in every frame', (_, subject) => {
  const layer = layerWith(subject);
  const { zoom, anchor } = zoomInto(layer, 1.3);
  for (const share of [0.2, 0.6, 1]) {
    const cuts = cutsOf(layer.picture, seenAt(zoom ** share, anchor));
    expect(worstOf(cuts)).toBeLessThan(0.001);
  }
});

test('a small subject allows all of the wanted zoom', () => {
  expect(zoomInto(layerWith({ x: 0.4, y: 0.3, width: 0.2, height: 0.4 }), 1.3).zoom).toBe(1.3);
});

test('a subject that nearly fills the photo allows little zoom', () => {
  expect(zoomInto(layerWith({ x: 0.06, y: 0.05, width: 0.88, height: 0.9 }), 1.3).zoom).toBeLessThan(1.13);
});
