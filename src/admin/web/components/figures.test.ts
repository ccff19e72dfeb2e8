import { expect, test } from '@jest/globals';
import { progress } from './figures.ts';

test.each([
  ['no use', 0, null],
  ['80 %', 80, '<progress'],
  ['more than 80 %', 81, '<progress class="warning"'],
  ['more than 95 %', 96, '<progress class="bad"'],
])('a bar shows %s in its colour', (_, value, want) => {
  const shown = progress({ label: 'Credits', value, max: 100, text: `${value} of 100` }).toString();
  expect(/<progress( class="\w+")?/.exec(shown)?.[0] ?? null).toBe(want);
  expect(shown).toContain(`${value} of 100`);
});
