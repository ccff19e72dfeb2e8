import { expect, test } from '@jest/globals';
import { formatOf } from '../format.ts';
import { besideSubject, type Scrim } from './veil.ts';

const scrim: Scrim = { kind: 'scrim', edge: 'left', color: '#000000', strength: 0.8, solid: 400, fade: 300 };
const format = formatOf({ width: 1000, height: 1000 });

/** Returns a function that gives the part of a subject, from `left` to `right`, that lies under a box. */
const subject = (left: number, right: number) => (box: { x: number; width: number }) =>
  Math.min(1, Math.max(0, (box.x + box.width - left) / (right - left)));

test('a veil fades out as requested if the subject is far away', () => {
  expect(besideSubject(scrim, { format }, subject(720, 900))).toEqual(scrim);
});

test('a veil next to a subject fades out sooner and stays solid under the words', () => {
  const veil = besideSubject(scrim, { format }, subject(500, 900));
  expect(veil.fade).toBeLessThan(scrim.fade);
  expect(veil).toMatchObject({ solid: 400, strength: 0.8 });
});
