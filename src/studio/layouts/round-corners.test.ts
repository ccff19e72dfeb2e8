import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../test/support/studio/subject-photo.ts';
import type { Box } from '../box.ts';
import { cornersHide } from './round-corners.ts';

const box: Box = { x: 0, y: 0, width: 600, height: 600 };

const hiddenIn = (subject: Box, radius: number) =>
  cornersHide({ kind: 'photo', box, picture: subjectPhoto({ subject, width: 600 }), crop: box, radius });

test('a circle hides a part of a subject in its corner', () => {
  expect(hiddenIn({ x: 0.02, y: 0.02, width: 0.3, height: 0.3 }, 300)).toBeGreaterThan(0.3);
});

test('a circle hides nothing of a subject in its middle, and square corners hide nothing at all', () => {
  expect(hiddenIn({ x: 0.3, y: 0.3, width: 0.4, height: 0.4 }, 300)).toBe(0);
  expect(hiddenIn({ x: 0.02, y: 0.02, width: 0.3, height: 0.3 }, 0)).toBe(0);
});
