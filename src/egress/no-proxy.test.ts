import { describe, expect, test } from '@jest/globals';
import { parseNoProxy } from './no-proxy.ts';

// The results were compared with those of Go 1.26.
describe.each<[entry: string, direct: string[], proxied: string[]]>([
  [
    '',
    ['http://localhost', 'https://127.9.9.9:6443', 'https://[::1]', 'https://[::ffff:127.0.0.1]'],
    ['http://10.0.0.1'],
  ],
  ['example.com', ['http://example.com', 'https://a.b.example.com:1'], ['http://notexample.com', 'http://example.co']],
  ['.example.com', ['http://www.example.com'], ['http://example.com']],
  ['*.example.com', ['http://www.example.com'], ['http://example.com']],
  ['Example.COM', ['http://WWW.example.com'], []],
  ['bücher.example', ['http://bücher.example', 'http://www.bücher.example'], ['http://bucher.example']],
  ['example.com:443', ['https://example.com', 'http://www.example.com:443'], ['http://example.com']],
  ['example.com:', ['http://example.com:8080'], []],
  ['svc', ['https://kubernetes.default.svc'], ['https://kubernetes.default.svc.cluster.local']],
  [
    '10.1.2.3',
    ['https://10.1.2.3:6443', 'https://[::ffff:10.1.2.3]'],
    ['https://10.1.2.4', 'https://a.10.1.2.3.example'],
  ],
  ['10.1.2.3:6443', ['https://10.1.2.3:6443'], ['https://10.1.2.3']],
  ['10.0.0.0/8', ['https://10.255.0.1:6443', 'https://[::ffff:10.1.2.3]'], ['https://11.0.0.1', 'https://[a00::1]']],
  ['10.0.0.0/8:6443', [], ['https://10.0.0.1:6443']],
  ['0.0.0.0/0', ['https://8.8.8.8'], ['https://api.example', 'https://[fd00::1]']],
  ['fd00::/8', ['https://[fd12::1]:6443'], ['https://[fe00::1]', 'https://10.0.0.1']],
  ['fd00::1', ['https://[fd00:0::1]:6443'], ['https://[fd00::2]']],
  ['[fd00::1]:6443', ['https://[fd00::1]:6443'], ['https://[fd00::1]']],
  ['*', ['https://example.com', 'https://10.0.0.1'], []],
  ['a.example, *', ['https://example.com'], []],
  ['*:443', [], ['https://example.com']],
  [
    'a.example, b.example ,10.0.0.0/8',
    ['http://a.example', 'http://b.example', 'http://10.0.0.1'],
    ['http://c.example'],
  ],
  ['a.example b.example', [], ['http://a.example', 'http://b.example']],
  ['://,:80,[,10.0.0.0/33,', [], ['http://a.example', 'http://10.0.0.1']],
])('NO_PROXY=%s', (entry, direct, proxied) => {
  const isDirect = parseNoProxy(entry);
  const all = [...direct.map((url) => [url, true] as const), ...proxied.map((url) => [url, false] as const)];

  test.each(all)('a request of %s goes without a proxy: %s', (url, expected) => {
    expect(isDirect(new URL(url))).toBe(expected);
  });
});
