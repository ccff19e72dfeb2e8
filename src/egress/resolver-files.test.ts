import { describe, expect, test } from '@jest/globals';
import { parseHosts, parseResolvConf, searchedNames } from './resolver-files.ts';

describe('parseHosts', () => {
  const hosts = parseHosts(`# comment
127.0.0.1  localhost
::1        localhost ip6-localhost # the same name again
10.0.0.7   Receiver.Example receiver
not-an-ip  broken
fe80::1%lo0 scoped
`);

  test.each<[name: string, addresses: string[]]>([
    ['localhost', ['127.0.0.1', '::1']],
    ['receiver.example', ['10.0.0.7']],
    ['RECEIVER', ['10.0.0.7']],
    ['receiver.example.', ['10.0.0.7']],
    ['comment', []],
    ['broken', []],
    ['scoped', []],
    ['constructor', []],
  ])('%s has the addresses %j', (name, addresses) => {
    expect(hosts(name)).toEqual(addresses);
  });
});

describe('parseResolvConf', () => {
  test.each<[text: string, domains: string[], ndots: number]>([
    ['', [], 1],
    [
      'nameserver 10.0.0.10\nsearch a.svc.cluster.local svc.cluster.local\noptions ndots:5',
      ['a.svc.cluster.local', 'svc.cluster.local'],
      5,
    ],
    ['search one\nsearch two # the last one counts', ['two'], 1],
    ['search one\ndomain two', ['two'], 1],
    ['options timeout:1 ndots:2 rotate', [], 2],
    ['options ndots:99', [], 15],
    ['options ndots:x', [], 1],
  ])('%j', (text, domains, ndots) => {
    expect(parseResolvConf(text)).toEqual({ domains, ndots });
  });
});

describe('searchedNames', () => {
  const cluster = { domains: ['a.svc.cluster.local', 'svc.cluster.local.', '.'], ndots: 5 };

  test.each<[name: string, names: string[]]>([
    ['hooks', ['hooks.a.svc.cluster.local.', 'hooks.svc.cluster.local.', 'hooks.']],
    ['example.com', ['example.com.a.svc.cluster.local.', 'example.com.svc.cluster.local.', 'example.com.']],
    ['a.b.c.d.e.f', ['a.b.c.d.e.f.', 'a.b.c.d.e.f.a.svc.cluster.local.', 'a.b.c.d.e.f.svc.cluster.local.']],
    ['example.com.', ['example.com.']],
  ])('%s is looked up as %j', (name, names) => {
    expect(searchedNames(name, cluster)).toEqual(names);
  });
});
