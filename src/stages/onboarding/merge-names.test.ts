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
  ['the name without what a logo says besides', [['Tern Logosu', 0.8]], 'Tern'],
  ['the name without a second spelling in brackets', [['テルン（Tern）', 0.8]], 'テルン'],
  [
    'a name and not what is left of the text of a logo',
    [
      ['da loja', 0.9],
      ['Tern', 0.4],
    ],
    'Tern',
  ],
])('of the spellings of a name, mergeNames returns %s', (_, found, want) => {
  expect(mergeNames(found.map(([value, confidence]) => ({ value, source: 'page', confidence })))).toBe(want);
});
