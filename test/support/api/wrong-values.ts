import type { IssueType } from '../../../src/schema/issue.ts';
import type { Field, Kind } from './request-fields.ts';

export const text = (length: number) => '𝒶'.repeat(length); // one code point, but two UTF-16 units
export const url = (length: number) => `https://a.example/${'a'.repeat(length - 18)}`;

/** Values of which every field of the type refuses each, with the issue type that the API reports. */
const wrongOfKind: Record<Kind, [unknown, IssueType][]> = {
  text: [
    [7, 'wrong_type'],
    [true, 'wrong_type'],
    [{}, 'wrong_type'],
    [['x'], 'wrong_type'],
    [[], 'wrong_type'],
    ['Sale \ud83d', 'bad_format'],
    ['\ude00', 'bad_format'],
  ],
  url: [
    [7, 'wrong_type'],
    [[], 'wrong_type'],
    [' https://a.example/', 'bad_url'],
    ['https://a.example/ ', 'bad_url'],
    ['https://a.example/\n', 'bad_url'],
    ['https://a.example/a b', 'bad_url'],
    ['https://a.example/\u00a0', 'bad_url'],
    ['https://a.example/\u0000', 'bad_url'],
    ['https://a.example/\ud83d', 'bad_url'],
    ['https://a.example\\b', 'bad_url'],
    ['ftp://a.example/', 'bad_url'],
    ['HTTPS://a.example/', 'bad_url'],
    ['//a.example/', 'bad_url'],
    ['a.example', 'bad_url'],
    ['https://', 'bad_url'],
    ['https:///a', 'bad_url'],
    ['https://user@a.example/', 'bad_url'],
    ['https://user:pass@a.example/', 'bad_url'],
    ['https://@a.example/', 'bad_url'],
    ['https://a.example:99999/', 'bad_url'],
    ['https://[::1/', 'bad_url'],
    ['data:image/png;base64,AA==', 'bad_url'],
    ['javascript:alert(1)', 'bad_url'],
    ['https://127.0.0.1/', 'url_not_allowed'],
    ['https://0x7f.1/', 'url_not_allowed'],
    ['https://2130706433/', 'url_not_allowed'],
    ['https://[::ffff:7f00:1]/', 'url_not_allowed'],
    ['https://169.254.169.254/', 'url_not_allowed'],
    ['https://a.example:8443/', 'url_not_allowed'],
  ],
  hex: [
    [7, 'wrong_type'],
    ['123456', 'bad_format'],
    ['#12345', 'bad_format'],
    ['#1234', 'bad_format'],
    ['#1234567', 'bad_format'],
    ['#gggggg', 'bad_format'],
    [' #123456', 'bad_format'],
    ['#123456\n', 'bad_format'],
    ['red', 'bad_format'],
  ],
  language: [
    [7, 'wrong_type'],
    [[], 'wrong_type'],
    ['en_US', 'bad_format'],
    ['english language', 'bad_format'],
    ['e', 'bad_format'],
    [' en', 'bad_format'],
    ['en ', 'bad_format'],
    ['en-', 'bad_format'],
    [`en-${'x-abcdefgh'.repeat(4)}`, 'bad_format'],
  ],
  boolean: [
    ['true', 'wrong_type'],
    [1, 'wrong_type'],
    ['', 'wrong_type'],
    [[], 'wrong_type'],
    [{}, 'wrong_type'],
  ],
  number: [
    ['12', 'wrong_type'],
    [null, 'wrong_type'],
    [true, 'wrong_type'],
    [[], 'wrong_type'],
    [9.999, 'out_of_range'],
    [15.001, 'out_of_range'],
    [-12, 'out_of_range'],
    [1e308, 'out_of_range'],
  ],
  enum: [
    ['toString', 'not_one_of'],
    ['CTA', 'not_one_of'],
    [' 1K', 'not_one_of'],
    ['1k', 'not_one_of'],
    ['1:1 ', 'not_one_of'],
    [1, 'not_one_of'],
    [['cta'], 'not_one_of'],
    [{}, 'not_one_of'],
  ],
  ratios: [
    [['1:1'], 'wrong_type'],
    [1, 'wrong_type'],
    [[], 'wrong_type'],
    ['square', 'bad_format'],
    ['1', 'bad_format'],
    ['1:0', 'bad_format'],
    ['0:1', 'bad_format'],
    ['01:1', 'bad_format'],
    ['1.5:1', 'bad_format'],
    ['-1:1', 'bad_format'],
    ['1 : 1', 'bad_format'],
    ['1x1', 'bad_format'],
    ['51:50', 'bad_format'],
    ['5:1', 'bad_format'],
    ['1:5', 'bad_format'],
    ['41:10', 'bad_format'],
    [' 1:1', 'bad_format'],
    ['1:1 ', 'bad_format'],
    ['1:1,', 'bad_format'],
    [',1:1', 'bad_format'],
    ['1:1,,2:1', 'bad_format'],
    ['1:1;2:1', 'bad_format'],
    ['1:1,5:1', 'bad_format'],
    ['1:1,1:2,1:3,1:4,2:1,3:1,4:1', 'bad_format'],
    ['1:1'.padEnd(101), 'too_long'],
  ],
  object: [
    [[], 'wrong_type'],
    ['', 'wrong_type'],
    ['{}', 'wrong_type'],
    [7, 'wrong_type'],
    [true, 'wrong_type'],
  ],
  list: [
    [{}, 'wrong_type'],
    ['', 'wrong_type'],
    ['a', 'wrong_type'],
    [7, 'wrong_type'],
    [{ 0: 'a' }, 'wrong_type'],
  ],
};

export function wrongs(field: Field): [unknown, IssueType][] {
  const { kind, need, max } = field;
  const blanks: unknown[] = ['', ' ', '\t\n\u3000'];
  const isListItem = typeof field.path.at(-1) === 'number';
  return [
    ...wrongOfKind[kind],
    ...(need === 'required' ? [[null, kind === 'enum' ? 'not_one_of' : 'wrong_type'] as [unknown, IssueType]] : []),
    ...(need === 'required' && !isListItem ? [[undefined, 'missing'] as [unknown, IssueType]] : []),
    ...(need === 'nullable' ? [[undefined, 'missing'] as [unknown, IssueType]] : []),
    ...(need === 'required' ? blanks.flatMap((blank) => blankIssue(kind, blank)) : []),
    ...overlong(field, max),
  ];
}

function blankIssue(kind: Kind, blank: unknown): [unknown, IssueType][] {
  const types: Partial<Record<Kind, IssueType>> = {
    text: 'blank',
    url: 'bad_url',
    hex: 'bad_format',
    enum: 'not_one_of',
  };
  const type = types[kind];
  return type === undefined ? [] : [[blank, type]];
}

function overlong({ kind, item }: Field, max: number | undefined): [unknown, IssueType][] {
  if (max === undefined) return [];
  if (kind === 'list') return [[Array.from({ length: max + 1 }, () => item), 'too_many']];
  return [[kind === 'url' ? url(max + 1) : text(max + 1), 'too_long']];
}
