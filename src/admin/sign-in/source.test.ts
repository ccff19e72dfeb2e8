import { expect, test } from '@jest/globals';
import { networkOf, sourceOf, trustedProxies } from './source.ts';

const isTrusted = trustedProxies(['10.0.0.0/8', 'fd00::/8', '192.168.1.1']);

test.each<[string, string, string | undefined, string]>([
  ['without a proxy, the source is the address of the connection', '203.0.113.9', undefined, '203.0.113.9'],
  ['an address behind a proxy that is not trusted is ignored', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy is looked behind', '10.1.1.1', '198.51.100.1', '198.51.100.1'],
  ['several trusted proxies are looked behind', '10.1.1.1', '198.51.100.1, 192.168.1.1, fd00::2', '198.51.100.1'],
  ['an address that the client has made up is ignored', '10.1.1.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['a text that is no address is ignored', '10.1.1.1', '<script>', '10.1.1.1'],
  ['an IPv4 address in the form of IPv6 is shown as IPv4', '::ffff:10.1.1.1', '198.51.100.1', '198.51.100.1'],
])('%s', (_, remoteAddress, forwarded, ip) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(sourceOf({ headers, remoteAddress, requestId: 'r' }, isTrusted).ip).toBe(ip);
});

test.each<[string, string, string, boolean]>([
  ['IPv6 addresses of one /64', '2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', true],
  ['IPv6 addresses of two /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['two IPv4 addresses', '198.51.100.1', '198.51.100.2', false],
  ['two IPv4 addresses in the form of IPv6', '::ffff:c633:6401', '::ffff:c633:6402', false],
])('%s are one source or two', (_, one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne);
});
