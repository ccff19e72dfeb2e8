import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain } from './plain-url.ts';

test.each([
  ['plain leaves a plain path unchanged', '/jobs/1?wait=3', '/jobs/1?wait=3'],
  ['plain removes the host from the absolute form', 'http://ads.example.com/jobs/1?a=b', '/jobs/1?a=b'],
  ['plain turns a host alone into the root', 'HTTPS://ads.example.com', '/'],
  ['plain turns a host with a query into the root with this query', 'http://ads.example.com?a=b', '/?a=b'],
  ['plain leaves encoded characters unchanged', '/jobs/%41%2F', '/jobs/%41%2F'],
  ['plain encodes the percent sign of an invalid escape', '/jobs/%ZZ/x', '/jobs/%25ZZ/x'],
  ['plain encodes the percent sign of bytes that are not UTF-8', '/jobs/%FF', '/jobs/%25FF'],
  ['plain encodes a single percent sign', '/%', '/%25'],
  ['plain leaves a query unchanged', '/jobs/1?x=%ZZ', '/jobs/1?x=%ZZ'],
  ['plain leaves the asterisk form unchanged', '*', '*'],
  ['plain treats two leading slashes as a path and not as a host', '//evil.example/jobs', '//evil.example/jobs'],
])('%s', (_, url, want) => {
  expect(plain(url)).toBe(want);
});

test('every segment of a plain URL can be decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (url) => {
      for (const segment of plain(url).split(/[?#]/, 1).join('').split('/'))
        expect(() => decodeURIComponent(segment)).not.toThrow();
    }),
    { examples: [['#%']] },
  );
});
