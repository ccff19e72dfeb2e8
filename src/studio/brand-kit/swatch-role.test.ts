import { expect, test } from '@jest/globals';
import { swatchRole } from './swatch-role.ts';

test.each([
  ['primary', 'primary'],
  ['Brand Primary 500', 'primary'],
  ['background', 'surface'],
  ['primaryBackground', 'surface'],
  ['page-bg', 'surface'],
  ['Accent', 'accent'],
  ['secondary', 'accent'],
  ['CTA', 'accent'],
  ['text', 'ink'],
  ['button text', 'ink'],
  ['Neutral / border', 'muted'],
  ['Sunset Coral', 'other'],
  ['context', 'other'],
  [null, 'other'],
])('the role of a swatch labelled %s is %s', (label, role) => {
  expect(swatchRole(label)).toBe(role);
});
