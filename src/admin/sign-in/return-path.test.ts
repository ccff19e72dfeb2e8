import { expect, test } from '@jest/globals';
import { pageOfForm, returnPath } from './return-path.ts';

test.each<[string, string | null, string | undefined]>([
  ['a path with a query is kept', '/jobs?phase=FAILED', '/jobs?phase=FAILED'],
  ['no path', null, undefined],
  ['an address of another site is dropped', 'https://evil.example/', undefined],
  ['an address without a scheme is dropped', '//evil.example/', undefined],
  ['a backslash that browsers read as a slash is dropped', '/\\evil.example/', undefined],
  ['a tab that browsers remove is dropped', '/\t/evil.example/', undefined],
  ['dots that lead to two slashes are dropped', '/..//evil.example/', undefined],
  ['an address that runs a script is dropped', 'javascript:alert(1)', undefined],
  ['a page of the sign-in is dropped', '/sign-in/link?token=x', undefined],
  ['a fragment is dropped', '/jobs#x', '/jobs'],
])('%s', (_, text, want) => {
  expect(returnPath(text)).toBe(want);
});

test.each<[string, string | undefined, string | undefined]>([
  ['the page of a form is the referrer below the base path', 'https://a.example/ads/keys/new', '/keys/new'],
  ['a referrer of another site is dropped', 'https://a.example.evil.example/keys', undefined],
  ['a referrer above the base path is dropped', 'https://a.example/other', undefined],
  ['no referrer', undefined, undefined],
])('%s', (_, referer, want) => {
  expect(pageOfForm(referer, 'https://a.example/ads')).toBe(want);
});
