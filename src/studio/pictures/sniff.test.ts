import { expect, test } from '@jest/globals';
import { sniff, type FileKind } from './sniff.ts';

test.each<[string, string, FileKind]>([
  ['a JPEG', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'png'],
  ['an old GIF', 'GIF87a', 'gif'],
  ['a WebP', 'RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['a RIFF sound', 'RIFF\0\0\0\0WAVEfmt ', 'unknown'],
  ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0', 'avif'],
  ['an AVIF with the brand mif1', '\0\0\0\x20ftypmif1\0\0\0\0mif1avif', 'avif'],
  ['a HEIC', '\0\0\0\x20ftypheic\0\0\0\0mif1heic', 'heic'],
  ['an MP4 video', '\0\0\0\x20ftypisom\0\0\0\0isomiso2', 'unknown'],
  ['a bare SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
  [
    'an SVG after declaration, comment and doctype',
    '<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "x" "y">',
    'svg',
  ],
  ['an SVG with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg">', 'svg'],
  ['a web page that contains an SVG', '<!DOCTYPE html><html><svg></svg>', 'page'],
  ['a script', '#!/bin/sh\necho', 'unknown'],
  ['a WOFF2', 'wOF2\0\x01\0\0', 'woff2'],
  ['a TrueType font', '\0\x01\0\0\0\x0c', 'ttf'],
  ['an EOT font', `${'x'.repeat(8)}\x02\0\x02\0${'x'.repeat(22)}LP`, 'eot'],
  ['a font collection', 'ttcf\0\x02\0\0', 'ttc'],
  ['a ZIP archive', 'PK\x03\x04\x14\0', 'zip'],
  ['a stylesheet of fonts', '/* latin */\n@font-face {\n  font-family: "Inter";', 'stylesheet'],
  ['a stylesheet that names its charset', '\xef\xbb\xbf@charset "utf-8";', 'stylesheet'],
  ['a stylesheet that imports another', "@import url('https://fonts.example.com/css2?family=Inter');", 'stylesheet'],
  ['a stylesheet with a rule', 'html, body > .a:hover, [data-x="y"]\n{ margin: 0 }', 'stylesheet'],
  ['a stylesheet with custom properties', ':root{--brand:#fff}', 'stylesheet'],
  ['a text with a brace', 'Dear customer {name}, welcome.', 'unknown'],
  ['JSON', '{"family": "Inter"}', 'unknown'],
  ['a script with a function', 'function a() { return 1 }', 'unknown'],
  ['an empty file', '', 'unknown'],
])('sniff recognizes %s by its first bytes', (_, head, kind) => {
  expect(sniff(Buffer.from(head, 'latin1'))).toBe(kind);
});
