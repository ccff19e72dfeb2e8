import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain } from './plain-url.ts';

test.each([
  ['a plain path stays', '/jobs/1?wait=3', '/jobs/1?wait=3'],
  ['the absolute form loses its host', 'http://ads.example.com/jobs/1?a=b', '/jobs/1?a=b'],
  ['a host alone is the root', 'HTTPS://ads.example.com', '/'],
  ['a host with a query is the root', 'http://ads.example.com?a=b', '/?a=b'],
  ['encoded characters stay', '/jobs/%41%2F', '/jobs/%41%2F'],
  ['a broken escape stands for itself', '/jobs/%ZZ/x', '/jobs/%25ZZ/x'],
  ['bytes that are no UTF-8 stand for themselves', '/jobs/%FF', '/jobs/%25FF'],
  ['a lone sign stands for itself', '/%', '/%25'],
  ['a query is left alone', '/jobs/1?x=%ZZ', '/jobs/1?x=%ZZ'],
  ['the asterisk form stays', '*', '*'],
  ['two slashes are a path, not a host', '//evil.example/jobs', '//evil.example/jobs'],
])('%s', (_, url, want) => {
  expect(plain(url)).toBe(want);
});

test('every segment can be decoded afterwards', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (url) => {
      for (const segment of plain(url).split(/[?#]/, 1).join('').split('/'))
        expect(() => decodeURIComponent(segment)).not.toThrow();
    }),
    { examples: [['#%']] },
  );
});
