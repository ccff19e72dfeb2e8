import { describe, expect, test } from '@jest/globals';
import { impersonationHeaders, lacksUser, type Impersonation } from './impersonation.ts';

describe('impersonationHeaders', () => {
  test.each<[string, Impersonation, object]>([
    ['nothing without fields', {}, {}],
    ['nothing for empty fields', { as: '', 'as-groups': [], 'as-user-extra': { scopes: [] } }, {}],
    [
      'a header for each field, and a list of groups',
      { as: 'jane', 'as-uid': '7', 'as-groups': ['dev', 'ops'] },
      { 'Impersonate-User': 'jane', 'Impersonate-Uid': '7', 'Impersonate-Group': ['dev', 'ops'] },
    ],
    [
      'the keys of extra fields percent-encoded by bytes',
      { as: 'jane', 'as-user-extra': { 'acme.com/Größe %': ['a', 'b'], 'x-y_z~!': ['c'] } },
      {
        'Impersonate-User': 'jane',
        'Impersonate-Extra-acme.com%2FGr%C3%B6%C3%9Fe%20%25': ['a', 'b'],
        'Impersonate-Extra-x-y_z~!': ['c'],
      },
    ],
  ])('impersonationHeaders returns %s', (_, who, headers) => {
    expect(impersonationHeaders(who)).toEqual(headers);
  });
});

test.each<[lacks: boolean, Impersonation]>([
  [true, { 'as-uid': '7' }],
  [true, { 'as-groups': ['dev'] }],
  [true, { as: '', 'as-user-extra': { scopes: ['a'] } }],
  [false, { as: 'jane', 'as-groups': ['dev'] }],
  [false, {}],
])('lacksUser is %s for %j', (lacks, who) => {
  expect(lacksUser(who)).toBe(lacks);
});
