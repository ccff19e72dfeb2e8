import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.ts';

test('decodeCursor returns the position that encodeCursor was given', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1, unit: 'grapheme' }), (scope, position) => {
      expect(decodeCursor(scope, encodeCursor(scope, position))).toBe(position);
    }),
  );
});

test('decodeCursor rejects a cursor of another list', () => {
  expect(decodeCursor('credits of b', encodeCursor('credits of a', '17'))).toBeUndefined();
});

test.each<[string, string]>([
  ['an empty text', ''],
  ['a plain word', 'next'],
  ['a position without its seal', Buffer.from('17').toString('base64url')],
  [
    'a position with the seal of another position',
    encodeCursor('a', '17').replace(/^[^.]*/, Buffer.from('18').toString('base64url')),
  ],
  ['a cursor with an extra character', `${encodeCursor('a', '17')}x`],
  ['a truncated cursor', encodeCursor('a', '17').slice(0, -1)],
])('decodeCursor rejects %s', (_, text) => {
  expect(decodeCursor('a', text)).toBeUndefined();
});
