import { expect, test } from '@jest/globals';
import { namedFile, type NamedFile } from './named-file.ts';

const path = '/files/0/image-1-0123456789abcdef0123456789abcdef/ad-1.png';
const url = `https://ads.example.com/base${path}`;

test.each<[string, unknown, NamedFile | undefined]>([
  ['an image with its hash', { images: [{ url: 'https://x.example/1' }, { url, sha256: 'ab' }] }, { sha256: 'ab' }],
  ['a film', { video: { url, sha256: 'ab', thumbnail_url: 'https://x.example/t' } }, { sha256: 'ab' }],
  [
    'a thumbnail has no hash of its own',
    { video: { url: 'https://x.example/v', sha256: 'ab', thumbnail_url: url } },
    {},
  ],
  ['an address under an earlier public base', { images: [{ url: `http://127.0.0.1:8080${path}` }] }, {}],
  ['a longer address', { images: [{ url: `${url}.bak` }] }, undefined],
  ['words that hold the address', { concept: url, notes: [url] }, undefined],
  ['a hash that is no string', { images: [{ url, sha256: 7 }] }, {}],
  ['no response', null, undefined],
])('%s', (_, response, want) => {
  expect(namedFile(response, path)).toEqual(want);
});
