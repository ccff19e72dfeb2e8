import { describe, expect, test } from '@jest/globals';
import {
  isInternalName,
  judgeAddress,
  judgeInternalAddress,
  judgeUnresolved,
  judgeUrl,
  parseAddressRules,
  parseAllowList,
  parseDenyList,
} from './address-rule.ts';

const allowing = (allow: string, deny = '') => parseAddressRules({ allow, deny });
const nothing = allowing('');

describe('judgeAddress', () => {
  test.each([
    ['a public IPv4 address', '93.184.216.34'],
    ['a public IPv6 address', '2606:4700::6810:84e5'],
    ['a public IPv4 address mapped into IPv6', '::ffff:93.184.216.34'],
    ['a public IPv4 address translated by NAT64', '64:ff9b::5db8:d822'],
  ])('%s is allowed on the web ports only', (_, ip) => {
    expect(judgeAddress(ip, 443, nothing)).toEqual({ allowed: true });
    expect(judgeAddress(ip, 80, nothing)).toEqual({ allowed: true });
    expect(judgeAddress(ip, 22, nothing)).toEqual({ allowed: false, why: 'port 22 is not allowed' });
  });

  test.each([
    ['loopback', '127.0.0.1'],
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local metadata service', '169.254.169.254'],
    ['platform service of a cloud', '168.63.129.16'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv4-compatible loopback', '::7f00:1'],
    ['mapped loopback', '::ffff:7f00:1'],
    ['mapped metadata service', '::ffff:169.254.169.254'],
    ['translated private', '64:ff9b::a00:1'],
    ['locally translated', '64:ff9b:1::808:808'],
    ['unique local', 'fd00::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['deprecated site-local', 'fec0::1'],
    ['outside global unicast', '4000::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['newer IPv6 documentation', '3fff::1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001::1'],
    ['not an address', 'example.com'],
    ['only three numbers', '127.0.1'],
  ])('judgeAddress refuses an address of the class "%s": %s', (_, ip) => {
    expect(judgeAddress(ip, 443, nothing)).toMatchObject({ allowed: false });
  });
});

describe('an exception to the address rule', () => {
  test.each<[string, string, [ip: string, port: number], boolean]>([
    ['a range allows a private address', '10.1.0.0/16', ['10.1.2.3', 443], true],
    ['a range keeps the port rule', '10.1.0.0/16', ['10.1.2.3', 8080], false],
    ['a range does not allow an address outside the range', '10.1.0.0/16', ['10.2.0.1', 443], false],
    ['a port in an exception allows that port', '127.0.0.0/8:8080', ['127.0.0.1', 8080], true],
    ['a port in an exception allows no other port', '127.0.0.0/8:8080', ['127.0.0.1', 80], false],
    ['an asterisk allows every port', '127.0.0.0/8:*', ['127.0.0.1', 49_152], true],
    ['an IPv6 range allows an address', 'fd00::/8', ['fd00::5', 443], true],
    ['an IPv6 range in brackets may have a port', '[fd00::]/8:9000', ['fd00::5', 9000], true],
    ['an IPv6 range with its length in brackets may have a port', '[fd00::/8]:9000', ['fd00::5', 9000], true],
    ['an IPv4 range includes mapped IPv6 addresses', '10.1.0.0/16', ['::ffff:10.1.0.1', 443], true],
    ['an IPv4 range does not include IPv6 addresses', '0.0.0.0/0:*', ['fd00::5', 443], false],
    ['the second of two exceptions applies', '10.0.0.0/8, 127.0.0.0/8:*', ['127.0.0.1', 1], true],
    ['an exception for a public range may allow a port', '93.184.0.0/16:8443', ['93.184.216.34', 8443], true],
    [
      'an exception with a port for a public range keeps the web ports',
      '93.184.0.0/16:8443',
      ['93.184.216.34', 443],
      true,
    ],
  ])('%s', (_, list, [ip, port], isAllowed) => {
    expect(judgeAddress(ip, port, allowing(list)).allowed).toBe(isAllowed);
  });

  test.each<[string, [ip: string, port: number], string]>([
    ['of an address outside every range', ['10.2.0.1', 8080], 'the address 10.2.0.1 is not public'],
    ['of a port in a range', ['10.1.2.3', 8080], 'port 8080 is not allowed'],
  ])('the refusal %s names its reason', (_, [ip, port], why) => {
    expect(judgeAddress(ip, port, allowing('10.1.0.0/16'))).toEqual({ allowed: false, why });
  });

  test.each(['10.0.0.1', 'all', '10.0.0.0/33', '10/8', '10.0.0.0/8:0', '10.0.0.0/8:70000', '10.0.0.0/8:http', 'a/8'])(
    'parseAllowList refuses %s and quotes it',
    (entry) => {
      expect(() => parseAllowList(`127.0.0.0/8, ${entry}`)).toThrow(`"${entry}"`);
    },
  );
});

describe('a metadata service', () => {
  test.each<[string, string, string, boolean]>([
    ['a range that contains it', 'fd00::/8:*', 'fd00:ec2::254', false],
    ['a range that contains it', '100.64.0.0/10', '100.100.100.200', false],
    ['a range that contains the mapped address', '169.254.0.0/16', '::ffff:169.254.169.254', false],
    ['an entry of its own', '169.254.169.254/32', '169.254.169.254', true],
    ['an entry of its own', 'fd00:ec2::254/128', 'fd00:ec2::254', true],
  ])('is judged with %s, %s: %s', (_, allow, ip, isAllowed) => {
    expect(judgeAddress(ip, 80, allowing(allow)).allowed).toBe(isAllowed);
  });
});

describe('the deny list', () => {
  test.each<[string, { allow: string; deny: string }, string, boolean]>([
    ['refuses a public address', { allow: '', deny: '93.184.0.0/16' }, '93.184.216.34', false],
    ['refuses a public IPv6 address', { allow: '', deny: '2606:4700::/32' }, '2606:4700::1', false],
    ['takes precedence over the allow list', { allow: '10.0.0.0/8:*', deny: '10.1.0.0/16' }, '10.1.2.3', false],
    ['keeps exceptions outside its ranges', { allow: '10.0.0.0/8', deny: '10.1.0.0/16' }, '10.2.0.1', true],
    ['refuses a mapped address', { allow: '', deny: '93.184.216.34/32' }, '::ffff:93.184.216.34', false],
    ['refuses a translated address', { allow: '', deny: '93.184.216.34' }, '64:ff9b::5db8:d822', false],
    ['refuses the translation itself', { allow: '', deny: '64:ff9b::/96' }, '64:ff9b::5db8:d822', false],
    ['accepts a range of mapped addresses', { allow: '', deny: '::ffff:93.184.0.0/112' }, '93.184.216.34', false],
    ['accepts a mapped address', { allow: '', deny: '::ffff:93.184.216.34' }, '93.184.216.34', false],
  ])('%s', (_, { allow, deny }, ip, isAllowed) => {
    expect(judgeAddress(ip, 443, allowing(allow, deny)).allowed).toBe(isAllowed);
  });

  test.each([
    ['https://Redis.example.com./', false],
    ['https://redis.example.com.evil.example/', true],
    ['https://www.redis.example.com/', true],
    ['https://93.184.216.34/', false],
    ['https://0x5db8d822/', false],
  ])('judgeUrl judges %s by the deny list: %s', (url, isAllowed) => {
    expect(judgeUrl(url, allowing('', 'redis.example.com, 93.184.0.0/16')).allowed).toBe(isAllowed);
  });

  test.each(['10.0.0.0/33', '10.0.0.0/8:80', '10.0.0', '0x7f.1', 'https://redis.example.com', 'a/8', '*'])(
    'parseDenyList refuses %s and quotes it',
    (entry) => {
      expect(() => parseDenyList(`127.0.0.0/8, ${entry}`)).toThrow(`"${entry}"`);
    },
  );
});

describe('isInternalName', () => {
  test.each([
    ...['redis', 'redis.', 'localhost', 'a.localhost', 'printer.local', 'metadata.google.INTERNAL', 'redis.ads.svc'],
    ...['redis.ads.svc.cluster.local', 'redis.ads.svc.cluster.local.'],
  ])('is true for %s', (host) => {
    expect(isInternalName(host)).toBe(true);
  });

  test.each(['shop.example.com', 'local.example.com.', 'svc.example.com', '127.0.0.1', '::1', '2606:4700::1'])(
    'is false for %s',
    (host) => {
      expect(isInternalName(host)).toBe(false);
    },
  );
});

describe('judgeInternalAddress', () => {
  test.each<[string, string, [ip: string, port: number], boolean]>([
    ['refuses a public address', '', ['2606:4700::1', 443], false],
    ['refuses a public address outside the allowed ranges', '10.0.0.0/8', ['93.184.216.34', 443], false],
    [
      'refuses a public address in a range that allows another port',
      '2606:4700::/32:8080',
      ['2606:4700::1', 80],
      false,
    ],
    ['allows a public address in an allowed range', '2606:4700::/32', ['2606:4700::1', 443], true],
    ['allows a private address in an allowed range', '127.0.0.0/8:*', ['127.0.0.1', 8080], true],
    ['refuses a private address', '', ['10.0.0.1', 443], false],
    ['refuses text that is no address', '0.0.0.0/0:*', ['localhost', 443], false],
  ])('%s', (_, list, [ip, port], isAllowed) => {
    expect(judgeInternalAddress(ip, port, allowing(list)).allowed).toBe(isAllowed);
  });

  test('refuses a denied address in an allowed range', () => {
    expect(judgeInternalAddress('10.1.0.1', 443, allowing('10.0.0.0/8', '10.1.0.0/16')).allowed).toBe(false);
  });
});

describe('judgeUnresolved', () => {
  test.each([
    ['https://shop.example.com/', true],
    ['http://shop.example.com./', true],
    ['https://localhost.example.com/', true],
    ['https://svc.example.com/', true],
    ['https://redis/', false],
    ['https://redis./', false],
    ['https://localhost/', false],
    ['https://shop.localhost/', false],
    ['https://printer.local/', false],
    ['https://metadata.google.internal/', false],
    ['https://metadata.google.INTERNAL./', false],
    ['https://redis.ads.svc/', false],
    ['https://redis.ads.svc.cluster.local/', false],
    ['https://shop.example.com:8443/', false],
  ])('judges %s: %s', (url, isAllowed) => {
    expect(judgeUnresolved(new URL(url)).allowed).toBe(isAllowed);
  });
});

describe('judgeUrl', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://127.1/',
    'http://[::ffff:7f00:1]/',
    'http://[::1]/',
    'http://①②⑦.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://example.com:8443/',
    'http://example.com:22/',
    'ftp://example.com/',
    'nonsense',
  ])('judgeUrl refuses %s', (url) => {
    expect(judgeUrl(url, nothing)).toMatchObject({ allowed: false });
  });

  test.each([
    'http://example.com/',
    'https://example.com:443/a?b=c',
    'http://example.com:443/',
    'https://93.184.216.34/',
    'https://[2606:4700::1]/',
    'http://localhost/',
  ])('judgeUrl allows %s, because a host name is judged when it is fetched', (url) => {
    expect(judgeUrl(url, nothing)).toEqual({ allowed: true });
  });

  test('judgeUrl allows a host name with a port that an exception allows', () => {
    const allow = allowing('10.0.0.0/8:8080');
    expect(judgeUrl('http://shop.internal:8080/', allow).allowed).toBe(true);
    expect(judgeUrl('http://shop.internal:8081/', allow).allowed).toBe(false);
  });
});
