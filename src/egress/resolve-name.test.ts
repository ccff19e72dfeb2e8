import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNameServer, type NameAnswer, type NameServer } from '../../test/support/network/name-server.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { resolveName, type ResolvedName } from './resolve-name.ts';

const names: Record<string, NameAnswer> = {
  'both.test': ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  'six.test': ['2001:db8::6'],
  'hooks.svc.test': ['192.0.2.3'],
  'shadowed.test': ['192.0.2.4'],
  'shadowed.test.svc.test': ['192.0.2.5'],
  'fallback.test.svc.test': 'fail',
  'fallback.test': ['192.0.2.6'],
  'broken.test': 'fail',
  'slow.test': 'hang',
};

let server: NameServer;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  server = await startNameServer((name) => names[name]);
  folder = temporaryFolder();
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

function resolved(
  name: string,
  { hosts = '', resolvConf = '', signal = new AbortController().signal } = {},
): Promise<ResolvedName> {
  const files = { hosts: join(folder.path, 'hosts'), resolvConf: join(folder.path, 'resolv.conf') };
  writeFileSync(files.hosts, hosts);
  writeFileSync(files.resolvConf, resolvConf);
  return resolveName(name, signal, { ...files, servers: [server.server] });
}

async function resolve(...args: Parameters<typeof resolved>): Promise<readonly string[]> {
  return (await resolved(...args)).addresses;
}

describe('resolveName', () => {
  test('returns the addresses of both families in turn', async () => {
    await expect(resolve('both.test')).resolves.toEqual(['192.0.2.1', '2001:db8::1', '192.0.2.2']);
  });

  test('returns the addresses of a name with IPv6 only', async () => {
    await expect(resolve('six.test')).resolves.toEqual(['2001:db8::6']);
  });

  test('a name of the hosts file is not looked up', async () => {
    await expect(resolve('both.test', { hosts: '10.0.0.1 both.test' })).resolves.toEqual(['10.0.0.1']);
    expect(server.asked).toEqual([]);
  });

  test('a change of the hosts file takes effect', async () => {
    await resolve('both.test', { hosts: '10.0.0.1 both.test' });
    await expect(resolve('both.test', { hosts: '10.0.0.22 both.test' })).resolves.toEqual(['10.0.0.22']);
  });

  test('the search domains complete a short name', async () => {
    await expect(resolve('hooks', { resolvConf: 'search svc.test' })).resolves.toEqual(['192.0.2.3']);
  });

  test('the search domains come first for a name with few dots', async () => {
    const resolvConf = 'search svc.test\noptions ndots:5';
    await expect(resolve('shadowed.test', { resolvConf })).resolves.toEqual(['192.0.2.5']);
    await expect(resolve('shadowed.test', { resolvConf: 'search svc.test' })).resolves.toEqual(['192.0.2.4']);
  });

  test.each<[string, string, object, string]>([
    ['completed by a search domain', 'hooks', { resolvConf: 'search svc.test' }, 'hooks.svc.test.'],
    ['as given', 'both.test', { resolvConf: 'search svc.test' }, 'both.test.'],
    ['of the hosts file', 'hooks', { hosts: '10.0.0.1 hooks' }, 'hooks'],
  ])('returns the full name that has the addresses: a name %s', async (_, name, files, full) => {
    await expect(resolved(name, files)).resolves.toMatchObject({ name: full });
  });

  test('a search domain whose name server fails is skipped', async () => {
    const resolvConf = 'search svc.test\noptions ndots:5';
    await expect(resolve('fallback.test', { resolvConf })).resolves.toEqual(['192.0.2.6']);
  });

  test.each(['unknown.test', 'broken.test', 'bad..name'])('%s is rejected', async (name) => {
    await expect(resolve(name)).rejects.toThrow();
  });

  test('an abort cancels the queries', async () => {
    const caller = new AbortController();
    const startedMs = performance.now();
    const work = resolve('slow.test', { signal: caller.signal });
    caller.abort();
    await expect(work).rejects.toThrow();
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  test('names without a response do not delay other names', async () => {
    const caller = new AbortController();
    let isOver = false;
    const slow = Array.from({ length: 50 }, () => resolve('slow.test', { signal: caller.signal }));
    const allSlow = Promise.allSettled(slow).then(() => (isOver = true));
    await expect(resolve('both.test')).resolves.toHaveLength(3);
    expect(isOver).toBe(false);
    caller.abort();
    await allSlow;
  });

  test('a name without a response is rejected in time', async () => {
    const startedMs = performance.now();
    await expect(resolve('slow.test', { resolvConf: 'search svc.test a.test b.test' })).rejects.toThrow();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});
