import { expect, test } from '@jest/globals';
import { decodeText } from './charset.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each<[why: string, bytes: Buffer, contentType: string | null, text: string]>([
  ['the header decides', latin('Gr\xfc\xdfe'), 'text/html; charset=ISO-8859-1', 'Grüße'],
  [
    'the document decides where the header is silent',
    latin('<meta charset="iso-8859-1">\xfc'),
    'text/html',
    '<meta charset="iso-8859-1">ü',
  ],
  [
    'the old way to say it counts',
    latin('<meta http-equiv=x content="text/html; charset=windows-1252">\x80'),
    null,
    '<meta http-equiv=x content="text/html; charset=windows-1252">€',
  ],
  ['a byte order mark beats all', Buffer.from('\ufeffö', 'utf8'), 'text/html; charset=iso-8859-1', 'ö'],
  ['UTF-16 is read by its mark', Buffer.from('\ufeffhé', 'utf16le'), null, 'hé'],
  ['nothing said and valid: UTF-8', Buffer.from('日本', 'utf8'), null, '日本'],
  ['nothing said and not UTF-8: windows-1252', latin('caf\xe9 \x80'), null, 'café €'],
  ['Shift_JIS is known', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
  ['a charset that does not exist is not believed', Buffer.from('ö', 'utf8'), 'text/html; charset=klingon', 'ö'],
  ['a sheet may say it too', latin('@charset "iso-8859-1";\xfc'), 'text/css', '@charset "iso-8859-1";ü'],
])('%s', (_, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text);
});
