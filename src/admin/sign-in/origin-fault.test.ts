import { expect, test } from '@jest/globals';
import { originFault } from './origin-fault.ts';

test.each<[string, string, string, ReturnType<typeof originFault>]>([
  ['https works under every name', 'https://ads.example', 'internal:8081', undefined],
  ['plain http works on loopback', 'http://127.0.0.1:8081', '127.0.0.1:8081', undefined],
  ['plain http works on the loopback address of IPv6', 'http://[::1]:8081', '[::1]:8081', undefined],
  ['plain http under another name drops the cookie', 'http://ads.example', 'ads.example', 'dropped'],
  [
    'a loopback address that is opened from elsewhere drops the cookie',
    'http://127.0.0.1:8081',
    '10.0.0.5:8081',
    'dropped',
  ],
  ['a name that only looks like loopback drops the cookie', 'http://127.0.0.1.evil.example', 'x', 'dropped'],
  ['another loopback name has no cookie of the first', 'http://127.0.0.1:8081', 'localhost:8081', 'other-name'],
])('%s', (_, publicUrl, host, want) => {
  expect(originFault(publicUrl, host)).toBe(want);
});
