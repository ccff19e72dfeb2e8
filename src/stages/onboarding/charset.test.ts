import { expect, test } from '@jest/globals';
import { decodeText } from './charset.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each<[why: string, bytes: Buffer, contentType: string | null, text: string]>([
  ['the charset of the Content-Type header is used', latin('Gr\xfc\xdfe'), 'text/html; charset=ISO-8859-1', 'Grüße'],
  [
    'the charset of the document is used if the header has none',
    latin('<meta charset="iso-8859-1">\xfc'),
    'text/html',
    '<meta charset="iso-8859-1">ü',
  ],
  [
    'the charset of an http-equiv element is used',
    latin('<meta http-equiv=x content="text/html; charset=windows-1252">\x80'),
    null,
    '<meta http-equiv=x content="text/html; charset=windows-1252">€',
  ],
  [
    'a byte order mark overrides every other charset',
    Buffer.from('\ufeffö', 'utf8'),
    'text/html; charset=iso-8859-1',
    'ö',
  ],
  ['UTF-16 is recognized by its byte order mark', Buffer.from('\ufeffhé', 'utf16le'), null, 'hé'],
  ['valid UTF-8 without a charset is decoded as UTF-8', Buffer.from('日本', 'utf8'), null, '日本'],
  ['other bytes without a charset are decoded as windows-1252', latin('caf\xe9 \x80'), null, 'café €'],
  ['Shift_JIS is decoded', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
  ['an unknown charset is ignored', Buffer.from('ö', 'utf8'), 'text/html; charset=klingon', 'ö'],
  ['the charset of a stylesheet is used', latin('@charset "iso-8859-1";\xfc'), 'text/css', '@charset "iso-8859-1";ü'],
])('%s', (_, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text);
});
