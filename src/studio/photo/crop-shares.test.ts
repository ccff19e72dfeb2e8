import { expect, test } from '@jest/globals';
import { madeScene } from '../../../test/support/studio/made-scenes.ts';
import type { Box } from '../box.ts';
import { isRich, cropShares } from './crop-shares.ts';
import { openPicture, type OpenPicture } from './open.ts';

/** Opens a drawn photo of 1050 by 700 pixels with a bottle at the right side. */
async function scene(): Promise<OpenPicture> {
  const picture = await openPicture(await madeScene({ x: 0.7, y: 0.2, width: 0.16, height: 0.6 }), 700);
  if (picture === undefined) throw new Error('the picture could not be opened');
  return picture;
}

const third = (from: number): Box => ({ x: 1050 * from, y: 0, width: 350, height: 700 });

test('a crop with the subject is rich, and a crop of the same size without it is not', async () => {
  const picture = await scene();
  expect([isRich(picture, third(0.6)), isRich(picture, third(0))]).toEqual([true, false]);
});

test('the whole picture contains all of it', async () => {
  const { subject, detail } = cropShares(await scene(), { x: 0, y: 0, width: 1050, height: 700 });
  expect([subject, detail]).toEqual([expect.closeTo(1, 3), expect.closeTo(1, 3)]);
});
