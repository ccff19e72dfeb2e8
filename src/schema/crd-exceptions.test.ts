import { expect, test } from '@jest/globals';
import { crdExceptions } from './crd-exceptions.ts';
import type { Issue } from './issue.ts';

/** Returns the rules that an issue in this value is attributed to. */
const rulesFor = (type: Issue['type'], field: string, value: string): string[] =>
  crdExceptions.filter(({ covers }) => covers({ type, loc: ['spec', field] }, value)).map(({ rule }) => rule);

test.each<[string, Issue['type'], string, string]>([
  ['language tag', 'bad_format', 'language', 'abcdefghij'],
  ['language tag', 'bad_format', 'locale', 'en-'],
  ['IP address or port in a URL', 'url_not_allowed', 'brandUrl', 'https://10.0.0.1/'],
  ['IP address or port in a URL', 'url_not_allowed', 'brandUrl', 'https://0x7f000001/'],
  ['IP address or port in a URL', 'url_not_allowed', 'brandUrl', 'https://[::1]:443/'],
  ['IP address or port in a URL', 'bad_url', 'brandUrl', 'https://a.example:99999/'],
  ['international host name', 'bad_url', 'brandUrl', 'https://b\u00fccher\u2028.example/'],
  ['international host name', 'bad_url', 'brandUrl', 'https://xn--a/'],
  ['callback over http', 'bad_url', 'callbackUrl', 'http://a.example/'],
])('the exception "%s" covers %s at %s in %j', (rule, type, field, value) => {
  expect(rulesFor(type, field, value)).toEqual([rule]);
});

test.each<[Issue['type'], string, string]>([
  ['bad_format', 'language', 'en_US'],
  ['bad_format', 'aspectRatios', 'abc'],
  ['too_long', 'language', 'abc'],
  ['url_not_allowed', 'brandUrl', 'https://a.example:443/'],
  ['bad_url', 'brandUrl', 'http://a.example/'],
  ['bad_url', 'brandUrl', 'ftp://a.example/'],
  ['bad_url', 'callbackUrl', 'https://a<b.example/'],
])('no exception covers %s at %s in %j, so the CRD must refuse it', (type, field, value) => {
  expect(rulesFor(type, field, value)).toEqual([]);
});
