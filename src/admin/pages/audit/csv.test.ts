import { expect, test } from '@jest/globals';
import { csvLine } from './csv.ts';

test.each<[string, string | number | undefined, string]>([
  ['a plain text', 'done', 'done'],
  ['no value', undefined, ''],
  ['a number, also below zero', -3, '-3'],
  ['quotes and commas', 'say "a, b"', '"say ""a, b"""'],
  ['line ends', 'a\r\nb', '"a\r\nb"'],
  ['a formula', '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['a formula with plus', '+1+cmd', "'+1+cmd"],
  ['a formula with minus', '-1+cmd', "'-1+cmd"],
  ['a formula with at', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula after white space', ' \t=1', "' \t=1"],
  ['a formula after a line end', '\n=1', '"\'\n=1"'],
  ['a formula in full width', '＝1', "'＝1"],
  ['a sign in the middle', 'a=b', 'a=b'],
])('%s is written so that a spreadsheet shows the text', (_, value, want) => {
  expect(csvLine([value])).toBe(`${want}\r\n`);
});
