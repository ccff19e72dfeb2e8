import { expect, test } from '@jest/globals';
import { namedFile, type NamedFile } from './named-file.ts';

const path = '/files/0/image-1-0123456789abcdef0123456789abcdef/ad-1.png';
const url = `https://ads.example.com/base${path}`;

test.each<[string, unknown, NamedFile | undefined]>([
  ['an image has its sha256', { images: [{ url: 'https://x.example/1' }, { url, sha256: 'ab' }] }, { sha256: 'ab' }],
  ['a video has its sha256', { video: { url, sha256: 'ab', thumbnail_url: 'https://x.example/t' } }, { sha256: 'ab' }],
  [
    'a thumbnail has no sha256 of its own',
    { video: { url: 'https://x.example/v', sha256: 'ab', thumbnail_url: url } },
    {},
  ],
  ['a URL under an earlier public base is found', { images: [{ url: `http://127.0.0.1:8080${path}` }] }, {}],
  ['a longer URL is not found', { images: [{ url: `${url}.bak` }] }, undefined],
  ['text that contains the URL is not found', { concept: url, notes: [url] }, undefined],
  ['a sha256 that is not a string is ignored', { images: [{ url, sha256: 7 }] }, {}],
  ['a null response names no file', null, undefined],
])('in namedFile, %s', (_, response, want) => {
  expect(namedFile(response, path)).toEqual(want);
});
