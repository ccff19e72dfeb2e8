import { expect, test } from '@jest/globals';
import { url } from './html.ts';

test.each<[string, string, string]>([
  ['a path stays', '/jobs?text=a%5Cb&page=2#x', '/jobs?text=a%5Cb&page=2#x'],
  ['an https address stays', 'https://ads.example/a', 'https://ads.example/a'],
  ['an address that a browser would run is dropped', 'javascript:alert(1)', 'about:blank'],
  ['the address of another site without a scheme is dropped', '//evil.example', 'about:blank'],
  ['a backslash is dropped', '/\\evil.example', 'about:blank'],
  ['a tab that hides a second slash is dropped', '/\t/evil.example', 'about:blank'],
  ['a line break that hides a backslash is dropped', '/\n\\evil.example', 'about:blank'],
])('%s', (_, address, want) => {
  expect(url(address)).toBe(want);
});
