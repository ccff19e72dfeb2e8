import { expect, test } from '@jest/globals';
import { filmSize, greySprite, layer, still, stripedSprite } from '../../../../test/support/studio/made-film.ts';
import { formatOf } from '../../format.ts';
import type { FilmLayer } from '../film.ts';
import { movement } from './movement.ts';

const movementOf = (picture: FilmLayer, seconds: number) =>
  movement({
    ...{ format: formatOf(filmSize), seconds },
    shot: { pictures: [picture], texts: [], photos: [], measured: [] },
  });

const wide = stripedSprite({ width: 400, height: filmSize.height });
const zooming = (sprite: FilmLayer['sprite']) =>
  layer(sprite, (seconds) => ({ ...still, scale: 1 + 0.05 * seconds, x: -4 * seconds }));
const stopping = layer(wide, (seconds) => ({ ...still, x: -20 * Math.min(seconds, 2) }));

test.each<[string, FilmLayer, number, boolean]>([
  ['a picture with detail that moves slowly passes', zooming(wide), 4, true],
  ['a picture of one colour that moves fails', zooming(greySprite(90, { width: 400, height: 400 })), 4, false],
  ['a picture that stops moving two seconds before the end of a long shot fails', stopping, 4.5, false],
  ['a picture that stops shortly before the end passes', stopping, 2.8, true],
  ['a short shot that stands still fails, because the next one may look the same', layer(greySprite(90)), 1.6, false],
])('%s', async (_, shown, seconds, passed) => {
  expect(await movementOf(shown, seconds)).toMatchObject({ check: 'shot_still_seconds', passed });
});

test('a very short shot is not measured', async () => {
  expect(await movementOf(layer(greySprite(90)), 1)).toBeNull();
});
