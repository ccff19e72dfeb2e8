import { expect, test } from '@jest/globals';
import { formatOf } from '../format.ts';
import { besideSubject, type Scrim } from './veil.ts';

const scrim: Scrim = { kind: 'scrim', edge: 'left', color: '#000000', strength: 0.8, solid: 400, fade: 300 };
const format = formatOf({ width: 1000, height: 1000 });

/** A subject that spans part of the width, as the part of it that lies under a box. */
const subject = (left: number, right: number) => (box: { x: number; width: number }) =>
  Math.min(1, Math.max(0, (box.x + box.width - left) / (right - left)));

test('a veil fades out as wanted where the subject is far off', () => {
  expect(besideSubject(scrim, { format }, subject(720, 900))).toEqual(scrim);
});

test('a veil fades out sooner beside a subject, and stays whole under the words', () => {
  const veil = besideSubject(scrim, { format }, subject(500, 900));
  expect(veil.fade).toBeLessThan(scrim.fade);
  expect(veil).toMatchObject({ solid: 400, strength: 0.8 });
});
