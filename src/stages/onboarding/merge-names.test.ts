import { expect, test } from '@jest/globals';
import { mergeNames } from './merge-names.ts';

test.each<[why: string, found: [name: string, confidence: number][], want: string]>([
  [
    'marks and capitals',
    [
      ['vrkoce.example', 0.85],
      ['Vrko\u010de.example', 0.8],
    ],
    'Vrko\u010de.example',
  ],
  [
    'small letters after a capital',
    [
      ['TERN', 0.85],
      ['Tern', 0.7],
    ],
    'Tern',
  ],
  [
    'the surest one, if the other is a guess',
    [
      ['tern', 0.85],
      ['Tern', 0.2],
    ],
    'tern',
  ],
])('of the spellings of a name, mergeNames returns %s', (_, found, want) => {
  expect(mergeNames(found.map(([value, confidence]) => ({ value, source: 'page', confidence })))).toBe(want);
});
