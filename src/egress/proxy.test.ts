import { expect, test } from '@jest/globals';
import { proxyOf } from './proxy.ts';

const settings = { http: 'http://plain.example', https: 'tls.example:3128', none: '10.0.0.0/8' };

test.each<[what: string, url: string, proxy: string | undefined]>([
  ['HTTP_PROXY for http', 'http://a.example', 'http://plain.example'],
  ['HTTPS_PROXY for https, as an HTTP proxy if it has no scheme', 'https://a.example', 'http://tls.example:3128'],
  ['no proxy for a host of NO_PROXY', 'https://10.0.0.1:6443', undefined],
])('proxyOf returns %s', (_, url, proxy) => {
  expect(proxyOf(new URL(url), settings)).toBe(proxy);
});

test('proxyOf returns nothing for https if only HTTP_PROXY is set', () => {
  expect(proxyOf(new URL('https://a.example'), { ...settings, https: '' })).toBeUndefined();
});
