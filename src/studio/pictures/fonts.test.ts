import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { unpackWoff } from '../../../scripts/image-files/unpack-woff.ts';
import { fontCollection } from '../../../test/support/studio/font-collection.ts';
import { storedEgress } from '../../../test/support/network/stored-egress.ts';
import { fontRefusal, gatherFonts } from './fonts.ts';
import { noteLines } from '../../domain/notes.ts';

const woff = readFileSync('node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff');
const woff2 = readFileSync('node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff2');

/** Returns a font with one table: its directory says `length` bytes, and `present` bytes follow. */
function sfnt(magic: string, length: number, present: number): Buffer {
  const bytes = Buffer.alloc(28 + present);
  bytes.write(magic, 'latin1');
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(28, 20);
  bytes.writeUInt32BE(length, 24);
  return bytes;
}

function unpackingTo(size: number): Buffer {
  const bytes = Buffer.from(woff2);
  bytes.writeUInt32BE(size, 16);
  return bytes;
}

/** Returns a WOFF with one table of `swollenBytes`, which its directory says has `saidBytes` and its header 1 KiB. */
function woffBomb(swollenBytes: number, saidBytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(swollenBytes));
  const head = Buffer.alloc(64);
  head.write('wOFF\0\x01\0\0', 'latin1');
  head.writeUInt32BE(64 + packed.length, 8);
  head.writeUInt16BE(1, 12);
  head.writeUInt32BE(1_024, 16);
  for (const [at, value] of [64, packed.length, saidBytes].entries()) head.writeUInt32BE(value, 48 + at * 4);
  return Buffer.concat([head, packed]);
}

const wanted = (found: string): string => `the file is ${found}; a font file (TTF, OTF, WOFF or WOFF2) is wanted`;

test.each<[string, Buffer, string | undefined]>([
  ['accepts a whole WOFF2', woff2, undefined],
  ['accepts a whole TrueType font', sfnt('\0\x01\0\0', 40, 40), undefined],
  ['accepts a whole OpenType font', sfnt('OTTO', 40, 40), undefined],
  ['refuses half a WOFF2', woff2.subarray(0, woff2.length >> 1), 'the file is damaged or incomplete'],
  ['refuses a TrueType font with a missing table', sfnt('\0\x01\0\0', 400, 40), 'the file is damaged or incomplete'],
  ['refuses a file with only the signature of a font', Buffer.from('OTTO'), 'the file is damaged or incomplete'],
  ['refuses a WOFF2 that unpacks to gigabytes', unpackingTo(2 ** 31), 'the file unpacks to over 40 MiB'],
  ['accepts a whole WOFF', woff, undefined],
  ['refuses a WOFF with a huge table', woffBomb(64 * 1024 * 1024, 64 * 1024 * 1024), 'the file unpacks to over 40 MiB'],
  [
    'refuses a WOFF with a huge table of a false size',
    woffBomb(64 * 1024 * 1024, 1_000_000),
    'the file is damaged or incomplete',
  ],
  ['refuses a stylesheet', Buffer.from('@font-face{}'), wanted('a stylesheet')],
  ['refuses a web page', Buffer.from('<!doctype html>'), wanted('a web page')],
  ['refuses a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), wanted('a picture')],
  ['refuses an SVG', Buffer.from('<svg><font/></svg>'), wanted('an SVG')],
  ['refuses half a collection', Buffer.from('ttcf\0\x01\0\0\0\0\0\x01'), 'the file is damaged or incomplete'],
  ['refuses an archive', Buffer.from('PK\x03\x04\x14\0'), wanted('a ZIP archive')],
  ['refuses a text', Buffer.from('hello'), wanted('not a font')],
  ['refuses an empty file', Buffer.alloc(0), wanted('empty')],
])('fontRefusal %s', (_, bytes, reason) => {
  expect(fontRefusal(bytes)).toBe(reason);
});

describe('gatherFonts', () => {
  const at = (name: string): string => `https://fonts.example.com/${name}`;
  const source = (name: string, n = 0) => ({ name: `brand_data.fonts[${n}]`, url: at(name), family: null });
  const gather = (names: string[], files = {}) =>
    gatherFonts(
      names.map(source),
      storedEgress({ [at('Acme-Sans-Bold.woff2')]: woff2, ...files }),
      AbortSignal.abort(),
    );

  test('fonts are named after their files without the weight', async () => {
    const { fonts, notes } = await gather(['Acme-Sans-Bold.woff2']);
    expect(fonts.map(({ family }) => family)).toEqual(['Acme Sans']);
    expect(noteLines(notes)).toEqual([]);
  });

  test('each font of a collection is a font of the brand', async () => {
    const fonts = [400, 800].map((weight) =>
      unpackWoff(readFileSync(`node_modules/@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`)),
    );
    const found = await gather(['Acme.ttc'], { [at('Acme.ttc')]: fontCollection(fonts) });
    expect(found.fonts.map(({ family }) => family)).toEqual(['Acme', 'Acme']);
    expect(found.notes).toEqual([]);
  });

  test('unusable fonts become notes with field, host and reason', async () => {
    const { fonts, notes } = await gather(['none.ttf', 'css.css', 'big.otf'], {
      [at('css.css')]: Buffer.from('body{}'),
      [at('big.otf')]: Buffer.alloc(6 * 1024 * 1024),
    });
    expect(fonts).toEqual([]);
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0] at fonts.example.com was left out: it answered 404.',
      'brand_data.fonts[1] at fonts.example.com was left out: the file is a stylesheet; a font file (TTF, OTF, WOFF or WOFF2) is wanted.',
      'brand_data.fonts[2] at fonts.example.com was left out: its answer is over 5242880 bytes.',
    ]);
  });
});
