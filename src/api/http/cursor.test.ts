import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.ts';

test('a cursor leads back to its position', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1, unit: 'grapheme' }), (scope, position) => {
      expect(decodeCursor(scope, encodeCursor(scope, position))).toBe(position);
    }),
  );
});

test('a cursor of another list leads nowhere', () => {
  expect(decodeCursor('credits of b', encodeCursor('credits of a', '17'))).toBeUndefined();
});

test.each<[string, string]>([
  ['nothing', ''],
  ['plain words', 'next'],
  ['a position without its seal', Buffer.from('17').toString('base64url')],
  ['the seal of another position', encodeCursor('a', '17').replace(/^[^.]*/, Buffer.from('18').toString('base64url'))],
  ['a cursor with something behind it', `${encodeCursor('a', '17')}x`],
  ['a cursor that was cut', encodeCursor('a', '17').slice(0, -1)],
])('%s is no cursor', (_, text) => {
  expect(decodeCursor('a', text)).toBeUndefined();
});
