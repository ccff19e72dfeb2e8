import ipaddr from 'ipaddr.js';

/**
 * Addresses for tests of server-side request forgery (SSRF): users must not reach them through the service. There is at
 * least one for each class in the IANA registries of special-purpose addresses, and one for the metadata service of
 * each cloud.
 */
export const forbiddenAddresses: readonly [name: string, address: string][] = [
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['end of loopback', '127.255.255.254'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.16.0.1'],
  ['end of private 172.16/12', '172.31.255.254'],
  ['private 192.168/16', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['end of carrier-grade NAT', '100.127.255.254'],
  ['link-local', '169.254.1.1'],
  ['metadata of AWS, Azure, Google, OpenStack', '169.254.169.254'],
  ['name server of AWS', '169.254.169.253'],
  ['credentials of AWS tasks', '169.254.170.2'],
  ['credentials of EKS pods', '169.254.170.23'],
  ['metadata of Tencent', '169.254.0.23'],
  ['metadata of Scaleway', '169.254.42.42'],
  ['platform service of Azure', '168.63.129.16'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['metadata of Equinix', '192.80.8.124'],
  ['IETF protocols', '192.0.0.1'],
  ['IPv4-only services behind DS-Lite', '192.0.0.2'],
  ['port control protocol', '192.0.0.9'],
  ['discovery of NAT64', '192.0.0.170'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['benchmarking', '198.18.0.1'],
  ['end of benchmarking', '198.19.255.254'],
  ['6to4 relay', '192.88.99.1'],
  ['AS112', '192.31.196.1'],
  ['AS112 delegation', '192.175.48.1'],
  ['automatic multicast tunnelling', '192.52.193.1'],
  ['multicast', '224.0.0.1'],
  ['multicast of local services', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv4 stateless translation', '::ffff:0:808:808'],
  ['NAT64 of local use', '64:ff9b:1::808:808'],
  ['discard', '100::1'],
  ['dummy prefix', '100:0:0:1::1'],
  ['OSI network addresses', '200::1'],
  ['Teredo', '2001::1'],
  ['IPv6 port control protocol', '2001:1::1'],
  ['IPv6 benchmarking', '2001:2::1'],
  ['IPv6 automatic multicast tunnelling', '2001:3::1'],
  ['IPv6 AS112', '2001:4:112::1'],
  ['ORCHID', '2001:10::1'],
  ['ORCHID version 2', '2001:20::1'],
  ['drone remote identification', '2001:30::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['6to4 of a public address', '2002:5db8:d822::1'],
  ['IPv6 AS112 delegation', '2620:4f:8000::1'],
  ['newer IPv6 documentation', '3fff::1'],
  ['outside global unicast', '4000::1'],
  ['segment routing', '5f00::1'],
  ['ISATAP with a public prefix', '2606:4700::5efe:808:808'],
  ['ISATAP of a global IPv4 address', '2606:4700::200:5efe:808:808'],
  ['unique local fc00::/8', 'fc00::1'],
  ['unique local fd00::/8', 'fd00::1'],
  ['IPv6 metadata of AWS', 'fd00:ec2::254'],
  ['IPv6 name server of AWS', 'fd00:ec2::253'],
  ['IPv6 credentials of EKS pods', 'fd00:ec2::23'],
  ['IPv6 metadata of Google', 'fd20:ce::254'],
  ['IPv6 metadata of Scaleway', 'fd00:42::42'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 metadata of OpenStack', 'fe80::a9fe:a9fe'],
  ['site-local', 'fec0::1'],
  ['interface-local multicast', 'ff01::1'],
  ['link-local multicast', 'ff02::1'],
  ['site-local multicast', 'ff05::2'],
  ['global multicast', 'ff0e::1'],
];

/**
 * Host names of this machine, of a local network or of a cluster. They are refused even if they resolve to public
 * addresses.
 */
export const internalNames: readonly string[] = [
  ...['localhost', 'api.localhost', 'redis', 'REDIS.', 'printer.local', 'metadata.google.internal', 'vault.INTERNAL.'],
  ...['redis.ads.svc', 'redis.ads.svc.', 'redis.ads.svc.cluster.local', '10-0-0-7.ads.pod.cluster.local'],
];

/** Returns the IPv6 addresses by which a network may carry packets to an IPv4 address, such as NAT64. */
export function wrappers(address: string): string[] {
  if (!ipaddr.IPv4.isValid(address)) return [];
  const [high, low] = halves(address);
  const flipped = halves(address, 0xff);
  return [
    `::ffff:${high}:${low}`,
    `::${high}:${low}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${flipped.join(':')}`,
    `2606:4700::5efe:${high}:${low}`,
    `2606:4700::200:5efe:${high}:${low}`,
  ];
}

/** Returns URL hosts that a URL parser converts to the address, or to an IPv6 address that contains it. */
export function spellings(address: string): string[] {
  if (!ipaddr.IPv4.isValid(address)) return ipv6Spellings(address);
  return [...ipv4Spellings(address), ...wrappers(address).flatMap(ipv6Spellings), `[::ffff:${address}]`];
}

function ipv4Spellings(address: string): string[] {
  const octets = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  const digits = (zero: number) => address.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    address,
    `${address}.`,
    ...[String(whole), hex(whole), hex(whole).toUpperCase(), octal(whole), `${whole}.`],
    ...[octets.map(hex).join('.'), octets.map(octal).join('.'), octets.map((octet) => `0000${octal(octet)}`).join('.')],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${hex(a)}.${octal((b * 256 + c) * 256 + d)}`],
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    // Digits and dots that Unicode host name mapping (UTS 46) converts to ASCII.
    ...[digits(0xff10), digits(0x1d7ce), address.replaceAll('.', '。'), address.replaceAll('.', '．')],
    ...[address.replaceAll('.', '｡'), address.replace('.', '\u00ad.'), address.replace('.', '\u200b.')],
    ...[percentEncoded(address), address.replaceAll('.', '%2E'), address.replaceAll('.', percentEncoded('。'))],
  ];
}

function ipv6Spellings(address: string): string[] {
  const parsed = ipaddr.IPv6.parse(address);
  const groups = parsed.parts.map((part) => part.toString(16));
  const [high = 0, low = 0] = parsed.parts.slice(6);
  const tail = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return [
    parsed.toString(),
    parsed.toString().toUpperCase(),
    groups.join(':'),
    groups.map((group) => group.padStart(4, '0')).join(':'),
    `${groups.slice(0, 6).join(':')}:${tail}`,
  ].map((text) => `[${text}]`);
}

function halves(address: string, flip = 0): [high: string, low: string] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map((octet) => Number(octet) ^ flip);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
