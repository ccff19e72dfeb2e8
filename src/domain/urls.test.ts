import { expect, test } from '@jest/globals';
import { bareHost, hostOf } from './urls.ts';

test('hostOf returns the host and port of a URL and nothing else', () => {
  expect(hostOf('https://shop.example:8443/a/secret?token=1#x')).toBe('shop.example:8443');
  expect(hostOf('not a URL')).toBe('an unreadable address');
});

test('bareHost returns the host name without www', () => {
  expect(bareHost(new URL('https://www.shop.example:8443/a'))).toBe('shop.example');
  expect(bareHost(new URL('https://wwwshop.example/'))).toBe('wwwshop.example');
});
