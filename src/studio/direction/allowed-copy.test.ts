import { expect, test } from '@jest/globals';
import type { Direction } from '../../schema/direction.ts';
import type { Copy } from '../brief.ts';
import { noCopy } from '../copy/drawn-copy.ts';
import { allowedCopy } from './allowed-copy.ts';

test.each<[string, Partial<Copy>, Direction, Partial<Copy>]>([
  ['a refused offer takes its price along', { offer: 'Two for one', price: '€9' }, { refused: ['offer'] }, {}],
  [
    'a wanted price stays without its offer',
    { offer: 'Two for one', price: '€9' },
    { refused: ['offer'], wanted: ['price'] },
    { offer: '€9' },
  ],
  [
    'a wanted price that the refused offer states stays',
    { offer: 'Only €9' },
    { refused: ['offer'], wanted: ['price'] },
    { offer: 'Only €9' },
  ],
  [
    'an offer with a forbidden word does not stay for its price',
    { offer: 'Cheap: only €9' },
    { unsaid: ['cheap'], wanted: ['price'] },
    {},
  ],
])('%s', (_, copy, direction, want) => {
  expect(allowedCopy({ ...noCopy, ...copy }, direction)).toEqual({ ...noCopy, ...want });
});
