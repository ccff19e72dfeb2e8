import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { storedEgress } from '../../../test/support/stored-egress.ts';
import { fontRefusal, gatherFonts } from './fonts.ts';
import { noteLines } from './left-out.ts';

const woff = readFileSync('node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff');
const woff2 = readFileSync('node_modules/@fontsource/figtree/files/figtree-latin-400-normal.woff2');

/** A directory of one table of `length` bytes, followed by `present` bytes. */
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

/** A WOFF of one table of `swollenBytes` blanks, which its directory says are `saidBytes`; its header says a kilobyte. */
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

test.each<[string, Buffer, string | undefined]>([
  ['a whole WOFF2', woff2, undefined],
  ['a whole TrueType font', sfnt('\0\x01\0\0', 40, 40), undefined],
  ['a whole OpenType font', sfnt('OTTO', 40, 40), undefined],
  ['half a WOFF2', woff2.subarray(0, woff2.length >> 1), 'it is damaged or incomplete'],
  ['a TrueType font with a table that is not there', sfnt('\0\x01\0\0', 400, 40), 'it is damaged or incomplete'],
  ['nothing but a magic', Buffer.from('OTTO'), 'it is damaged or incomplete'],
  ['a WOFF2 that swells', unpackingTo(2 ** 31), 'it unpacks to over 40 MiB'],
  ['a whole WOFF', woff, undefined],
  ['a WOFF whose table swells', woffBomb(64 * 1024 * 1024, 64 * 1024 * 1024), 'it unpacks to over 40 MiB'],
  ['a WOFF whose table swells in silence', woffBomb(64 * 1024 * 1024, 1_000_000), 'it is damaged or incomplete'],
  ['a stylesheet', Buffer.from('@font-face{}'), 'it is not a TTF, OTF, WOFF or WOFF2 font'],
  ['a web page', Buffer.from('<!doctype html>'), 'it is a web page, not a font'],
])('%s: %#', (_, bytes, reason) => {
  expect(fontRefusal(bytes)).toBe(reason);
});

describe('fonts of a request', () => {
  const at = (name: string): string => `https://fonts.example.com/${name}`;
  const source = (name: string, n = 0) => ({ name: `brand_data.fonts[${n}]`, url: at(name), family: null });
  const gather = (names: string[], files = {}) =>
    gatherFonts(
      names.map(source),
      storedEgress({ [at('Acme-Sans-Bold.woff2')]: woff2, ...files }),
      AbortSignal.abort(),
    );

  test('are named by their files, weights aside', async () => {
    const { fonts, notes } = await gather(['Acme-Sans-Bold.woff2']);
    expect(fonts.map(({ family }) => family)).toEqual(['Acme Sans']);
    expect(noteLines(notes)).toEqual([]);
  });

  test('that cannot be used become notes with field, host and reason', async () => {
    const { fonts, notes } = await gather(['none.ttf', 'css.css', 'big.otf'], {
      [at('css.css')]: Buffer.from('body{}'),
      [at('big.otf')]: Buffer.alloc(6 * 1024 * 1024),
    });
    expect(fonts).toEqual([]);
    expect(noteLines(notes)).toEqual([
      'brand_data.fonts[0] at fonts.example.com was left out: it answered 404.',
      'brand_data.fonts[1] at fonts.example.com was left out: it is not a TTF, OTF, WOFF or WOFF2 font.',
      'brand_data.fonts[2] at fonts.example.com was left out: its answer is over 5242880 bytes.',
    ]);
  });
});
