import { describe, expect, test } from '@jest/globals';
import { decodeData, decodePage, decodeSheet, pageEncoding } from './charset.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
/** 日本 in Shift_JIS. */
const nihon = '\x93\xfa\x96\x7b';
const filler = (length: number): string => `<style>${'a{}'.repeat(length / 3)}</style>`;

/** A page in Shift_JIS with a declaration in its head, and the response header. */
type InShiftJis = [why: string, head: string, contentType: string | null];

test.each<InShiftJis>([
  ['the header names the encoding', '', 'text/html; charset=Shift_JIS'],
  ['the header has another label of the encoding', '', 'text/html; charset=x-sjis'],
  ['the label in the header is quoted', '', 'text/html; charset="Shift_JIS"'],
  ['the label in the header has single quotes', '', "text/html;charset='shift_jis'"],
  ['the label in the header has blanks around it', '', 'text/html; CharSet = Shift_JIS ; x=y'],
  ['the header has other parameters', '', 'text/html; boundary="charset=utf-8"; charset=Shift_JIS'],
  ['the header names two encodings', '', 'text/html; charset=Shift_JIS; charset=utf-8'],
  ['the header was sent twice', '', 'text/html, text/html; charset=Shift_JIS'],
  ['the header names an encoding after an unknown one', '', 'text/html; charset=none; charset=Shift_JIS'],
  ['the document names it and the header does not', '<meta charset=Shift_JIS>', 'text/html'],
  ['the header says none', '<meta charset=Shift_JIS>', 'text/html; charset=none'],
  ['the header is misspelt', '<meta charset="shift_jis">', 'text/html; charset=Shft-JIS'],
  ['the header is empty', "<META CharSet='sjis'>", 'text/html; charset='],
  ['the label in the header is no label of the web', '<meta charset=Shift_JIS>', 'text/html; charset=utf-7'],
  [
    'the document wins over a second label of the header',
    '<meta charset=Shift_JIS>',
    'text/html; charset=x; charset=utf-8',
  ],
  [
    'a meta element with a content type names it',
    '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
    null,
  ],
  [
    'the content type stands before the name of the meta element',
    `<meta content='text/html;charset="sjis"' http-equiv=content-type>`,
    null,
  ],
  ['a misspelt meta element comes first', '<meta charset=Shift-JS><meta charset=Shift_JIS>', null],
  ['a remark contains another one', '<!-- <meta charset=utf-8> --><meta charset=Shift_JIS>', null],
  ['a script contains another one', '<script>"<meta charset=utf-8>"</script><meta charset=Shift_JIS>', null],
  [
    'a description mentions another one',
    '<meta name=description content="charset=utf-8"><meta charset=Shift_JIS>',
    null,
  ],
  ['the meta element stands behind much other text', `${filler(60_000)}<meta charset=Shift_JIS>`, 'text/html'],
  ['an XML declaration names it', '<?xml version="1.0" encoding="Shift_JIS"?>', 'application/xhtml+xml'],
])('a page is decoded as Shift_JIS if %s', (_, head, contentType) => {
  expect(decodePage(latin(`${head}<title>${nihon}</title>`), contentType)).toContain('<title>日本</title>');
});

describe('decodePage', () => {
  test.each<[why: string, bytes: Buffer, contentType: string | null, text: string]>([
    ['ISO-8859-1 as windows-1252', latin('Gr\xfc\xdfe \x80'), 'text/html; charset=ISO-8859-1', 'Grüße €'],
    ['UTF-8 by a byte order mark whatever the header says', utf8('\ufeffö'), 'text/html; charset=iso-8859-1', 'ö'],
    ['UTF-16 by its byte order mark', Buffer.from('\ufeffhé', 'utf16le'), 'text/html; charset=utf-8', 'hé'],
    ['big-endian UTF-16 by its byte order mark', Buffer.from('\ufeffhé', 'utf16le').swap16(), null, 'hé'],
    ['UTF-8 under its short label', utf8('ö'), 'text/html; charset=utf8', 'ö'],
    ['valid UTF-8 without a label', utf8('日本'), null, '日本'],
    ['valid UTF-8 with an unknown label', utf8('ö'), 'text/html; charset=klingon', 'ö'],
    ['other bytes without a label as windows-1252', latin('caf\xe9 \x80'), null, 'café €'],
    [
      'other bytes with unknown labels as windows-1252',
      latin('<meta charset=x>\xe9'),
      'text/html; charset=none',
      '<meta charset=x>é',
    ],
  ])('decodes %s', (_, bytes, contentType, text) => {
    expect(decodePage(bytes, contentType)).toBe(text);
  });

  test('a page that declares UTF-16 in ASCII is UTF-8', () => {
    expect(decodePage(utf8('<meta charset=utf-16>ö'), null)).toBe('<meta charset=utf-16>ö');
  });

  test('a declaration in the body of a page does not count', () => {
    const page = utf8(`<body>${'<p>ö</p>'.repeat(500)}<meta charset=iso-8859-1>`);
    expect(decodePage(page, null)).toContain('<p>ö</p>');
  });

  test('a page with very many tags and no declaration is decoded quickly', () => {
    const startMs = performance.now();
    decodePage(latin('<noscript>'.repeat(400_000)), 'text/html');
    expect(performance.now() - startMs).toBeLessThan(1_500);
  });
});

describe('decodeSheet', () => {
  test.each<[why: string, css: string, contentType: string | null, around: string]>([
    ['its header', 'a{--n:"\x93\xfa\x96\x7b"}', 'text/css; charset=shift_jis', 'utf-8'],
    ['its rule @charset', '@charset "Shift_JIS";a{--n:"\x93\xfa\x96\x7b"}', 'text/css', 'utf-8'],
    [
      'its rule @charset if the header is misspelt',
      '@charset "sjis";a{--n:"\x93\xfa\x96\x7b"}',
      'text/css; charset=none',
      'utf-8',
    ],
    ['the page around it', 'a{--n:"\x93\xfa\x96\x7b"}', 'text/css', 'shift_jis'],
    ['the page around it if its @charset is misspelt', '@charset "x";a{--n:"\x93\xfa\x96\x7b"}', null, 'shift_jis'],
  ])('decodes a stylesheet by %s', (_, css, contentType, around) => {
    expect(decodeSheet(latin(css), contentType, around)).toContain('"日本"');
  });

  test('decodes valid UTF-8 without a label as UTF-8, whatever page refers to it', () => {
    expect(decodeSheet(utf8('a{--n:"日本"}'), 'text/css', 'windows-1252')).toContain('"日本"');
  });

  test('an @charset that is not at the start of a stylesheet does not count', () => {
    expect(decodeSheet(utf8('a{} @charset "iso-8859-1"; b{--n:"ö"}'), null, 'utf-8')).toContain('"ö"');
  });
});

test.each<[why: string, bytes: Buffer, contentType: string | null]>([
  ['UTF-8 whatever the header says', utf8('{"name":"日本"}'), 'application/json; charset=iso-8859-1'],
  ['UTF-8 with a byte order mark', utf8('\ufeff{"name":"日本"}'), null],
  ['the encoding of the header if the bytes are not UTF-8', latin(`{"name":"${nihon}"}`), 'text/json; charset=sjis'],
])('decodeData decodes JSON as %s', (_, bytes, contentType) => {
  expect(decodeData(bytes, contentType)).toBe('{"name":"日本"}');
});

test.each<[bytes: Buffer, contentType: string | null, encoding: string]>([
  [latin(`<meta charset=x-sjis>${nihon}`), 'text/html; charset=none', 'shift_jis'],
  [utf8('ö'), 'text/html', 'utf-8'],
  [latin('\xe9'), 'text/html', 'windows-1252'],
])('pageEncoding names the encoding of a page (%#)', (bytes, contentType, encoding) => {
  expect(pageEncoding(bytes, contentType)).toBe(encoding);
});
