import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../test/support/studio/subject-photo.ts';
import type { Box } from '../box.ts';
import { coverCrop } from './crop.ts';
import { isCloseUp, keepsInFilm, keepsSubject } from './kept-subject.ts';

const inside: Box = { x: 0.3, y: 0.2, width: 0.4, height: 0.6 };
const atFoot: Box = { x: 0.3, y: 0.2, width: 0.4, height: 0.8 };
const atRight: Box = { x: 0.6, y: 0.2, width: 0.4, height: 0.6 };
const across: Box = { x: 0, y: 0.3, width: 1, height: 0.5 };

/** Returns a crop of a photo of 900 by 600 pixels between shares of its sides. */
const crop = ({ left = 0, right = 1, top = 0, bottom = 1 }): Box => ({
  x: 900 * left,
  y: 600 * top,
  width: 900 * (right - left),
  height: 600 * (bottom - top),
});

test.each<[string, Box, Box, boolean]>([
  ['a crop around the subject keeps it', inside, crop({ left: 0.25, right: 0.75, top: 0.15, bottom: 0.85 }), true],
  ['a crop that cuts the head does not', inside, crop({ top: 0.26 }), false],
  ['a crop that cuts a side does not', inside, crop({ left: 0.36 }), false],
  ['a crop that cuts the foot does not', inside, crop({ bottom: 0.72 }), false],
  ['a crop may cut more where the photo cuts the foot', atFoot, crop({ bottom: 0.8 }), true],
  ['but not most of it', atFoot, crop({ bottom: 0.6 }), false],
  ['a crop may cut a little more where the photo cuts a side', atRight, crop({ right: 0.96 }), true],
  ['but not half of the subject', atRight, crop({ right: 0.8 }), false],
  ['a subject that the photo cuts on both sides may be cut there', across, crop({ left: 0.15, right: 0.85 }), true],
])('%s', (_, subject, part, kept) => {
  expect(keepsInFilm(subjectPhoto({ subject }), part)).toBe(kept);
});

test('a bicycle on white that touches both sides of its photo is not cut there', () => {
  const part = crop({ left: 0.15, right: 0.85 });
  expect(keepsSubject(subjectPhoto({ subject: across }), part)).toBe(true);
  expect(keepsSubject(subjectPhoto({ subject: across, isOnWhite: true }), part)).toBe(false);
});

test('a subject of a scene that is a guess may lose a little more than one that a network has found', () => {
  const part = crop({ left: 0.36 });
  expect(keepsSubject(subjectPhoto({ subject: inside, isSure: false }), part)).toBe(true);
  expect(keepsSubject(subjectPhoto({ subject: inside }), part)).toBe(false);
  expect(keepsSubject(subjectPhoto({ subject: inside, isSure: false, role: 'product' }), part)).toBe(false);
});

test('the feet and sides of a scene may leave a still ad, not a film, and a head neither', () => {
  const scene = subjectPhoto({ subject: inside });
  const [foot, side, head] = [crop({ bottom: 0.72 }), crop({ left: 0.34 }), crop({ top: 0.24 })];
  expect([foot, side, head].map((part) => keepsSubject(scene, part))).toEqual([true, true, false]);
  expect([foot, side, head].map((part) => keepsInFilm(scene, part))).toEqual([false, false, false]);
});

test('a close-up is a crop that a product fills', () => {
  const product = subjectPhoto({ subject: inside, role: 'product' });
  expect(isCloseUp(product, crop({ left: 0.35, right: 0.6, top: 0.3, bottom: 0.6 }))).toBe(true);
  expect(isCloseUp(product, crop({ left: 0.1, right: 0.6, top: 0.3, bottom: 0.6 }))).toBe(false);
  expect(isCloseUp(subjectPhoto({ subject: inside }), crop({ left: 0.35, right: 0.6, top: 0.3, bottom: 0.6 }))).toBe(
    false,
  );
});

test('coverCrop leaves air around a subject that just fits', () => {
  const picture = subjectPhoto({ subject: { x: 0.1, y: 0.2, width: 0.4, height: 0.6 } });
  const { x, width } = coverCrop(picture, { width: 1, height: 1 });
  expect(0.1 * 900 - x).toBeGreaterThan(0.03 * width);
  expect(x + width - 0.5 * 900).toBeGreaterThan(0.03 * width);
});
