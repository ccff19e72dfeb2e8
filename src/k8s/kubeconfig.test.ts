import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { ClusterConfig } from './cluster-config.ts';
import { findKubeconfig } from './kubeconfig.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

function file(name: string, server: string, current: object): string {
  const path = join(folder.path, name);
  const config = {
    clusters: [{ name: 'c', cluster: { server, 'certificate-authority': 'ca.crt' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    users: [{ name: 'u' }],
    ...current,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

test('among several kubeconfigs the first value wins, and paths are relative to the folder of their file', () => {
  const kubeconfigs = [file('a', 'https://one', {}), file('b', 'https://two', { 'current-context': 'x' })];
  const found = findKubeconfig({ kubeconfigs, home: folder.path, service: undefined });
  expect(found && new ClusterConfig(found, undefined).cluster).toMatchObject({
    server: 'https://one',
    caFile: join(folder.path, 'ca.crt'),
  });
});

test('files of KUBECONFIG that do not exist are skipped, and empty files are allowed', () => {
  writeFileSync(join(folder.path, 'empty'), '');
  const names = ['missing', 'empty', 'a', 'gone/too'].map((name) => join(folder.path, name));
  file('a', 'https://one', { 'current-context': 'x' });
  const found = findKubeconfig({ kubeconfigs: names, home: folder.path, service: undefined });
  expect(found).toMatchObject({ clusters: [{ server: 'https://one' }], currentContext: 'x' });
});

test('if no file of KUBECONFIG exists, the kubeconfig in the home folder is not used', () => {
  mkdirSync(join(folder.path, '.kube'));
  file('.kube/config', 'https://home', { 'current-context': 'x' });
  const kubeconfigs = [join(folder.path, 'missing')];
  expect(findKubeconfig({ kubeconfigs, home: folder.path, service: undefined })).toBeUndefined();
});

test('findKubeconfig returns nothing outside a pod without a kubeconfig', () => {
  expect(findKubeconfig({ kubeconfigs: [], home: folder.path, service: undefined })).toBeUndefined();
});

test('a server with plain HTTP is not verified, and a user without settings sends no headers', async () => {
  const found = findKubeconfig({
    kubeconfigs: [
      file('a', 'http://one', { 'current-context': 'x', clusters: [{ name: 'c', cluster: { server: 'http://one' } }] }),
    ],
    home: folder.path,
    service: undefined,
  });
  const options = {};
  await (found && new ClusterConfig(found, undefined).applyTo(options));
  expect(options).toMatchObject({ rejectUnauthorized: false, headers: {} });
});

describe('findKubeconfig in a pod', () => {
  const host = '10.0.0.1';

  /** Writes the service account. Unless given, the files include a namespace. */
  function account(files: Record<string, string> = { token: 'first\n', 'ca.crt': 'authority', namespace: 'ads\n' }) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
    return { kubeconfigs: [], home: folder.path, service: { host, port: '6443', folder: folder.path } };
  }

  test('in a pod, the service account is used and its token is read again for each request', async () => {
    const found = findKubeconfig(account());
    const config = found && new ClusterConfig(found, undefined);
    expect(config).toMatchObject({ namespace: 'ads', cluster: { server: 'https://10.0.0.1:6443' } });
    const [before, after] = [{}, {}];
    await config?.applyTo(before);
    writeFileSync(join(folder.path, 'token'), 'second');
    await config?.applyTo(after);
    expect(before).toMatchObject({ ca: Buffer.from('authority'), headers: { Authorization: 'Bearer first' } });
    expect(before).not.toHaveProperty('rejectUnauthorized');
    expect(after).toMatchObject({ headers: { Authorization: 'Bearer second' } });
  });

  test('in a pod, an IPv6 address is put in brackets, and a missing namespace is undefined', () => {
    const places = account({ token: 't', 'ca.crt': 'c' });
    const found = findKubeconfig({ ...places, service: { ...places.service, host: 'fd00::1' } });
    const config = found && new ClusterConfig(found, undefined);
    expect([config?.cluster.server, config?.namespace]).toEqual(['https://[fd00::1]:6443', undefined]);
  });

  test('a kubeconfig in the home folder takes precedence, and without a token there is no cluster', () => {
    expect(findKubeconfig(account({}))).toBeUndefined();
    const places = account();
    mkdirSync(join(folder.path, '.kube'));
    file('.kube/config', 'https://mine', { 'current-context': 'x' });
    expect(findKubeconfig(places)?.clusters).toMatchObject([{ server: 'https://mine' }]);
  });
});
