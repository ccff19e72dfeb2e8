import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../../test/support/studio/subject-photo.ts';
import type { Box } from '../../box.ts';
import { emptyScene } from '../../layouts/layout.ts';
import { formatOf } from '../../format.ts';
import { tourOf } from './photo-tour.ts';

const size = { width: 400, height: 600 };

/** Returns the tour over a photo of 900 by 600 pixels that covers an upright canvas. */
function tourOver(subject: Box) {
  const picture = subjectPhoto({ subject });
  const busy = new Float32Array(10_000).fill(0.5);
  const detailed = { ...picture, analysis: { ...picture.analysis, busy } };
  const x = 900 * (subject.x + subject.width / 2) - 200;
  const crop = { x: Math.min(500, Math.max(0, x)), y: 0, width: 400, height: 600 };
  const box = { x: 0, y: 0, ...size };
  const scene = emptyScene('tour', formatOf(size));
  return tourOf({ kind: 'photo', box, picture: detailed, crop, radius: 0 }, scene, { seconds: 4, isReversed: false });
}

test('a tour travels only as far as the subject stays whole', () => {
  const tour = tourOver({ x: 0.4, y: 0.2, width: 0.2, height: 0.6 });
  if (tour === null) throw new Error('no tour');
  const { x, width } = tour.layer.crop;
  expect(x + 400).toBeGreaterThanOrEqual(900 * 0.6 - 5);
  expect(x + width - 400).toBeLessThanOrEqual(900 * 0.4 + 5);
});

test('there is no tour over a photo whose subject fills the frame', () => {
  expect(tourOver({ x: 0.3, y: 0.2, width: 0.42, height: 0.6 })).toBeNull();
});
