import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
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

test('of several files the first that says something wins, and paths are those from its own folder', () => {
  const kubeconfigs = [file('a', 'https://one', {}), file('b', 'https://two', { 'current-context': 'x' })];
  const found = findKubeconfig({ kubeconfigs, home: folder.path, service: undefined });
  expect(found && new ClusterConfig(found, undefined).cluster).toMatchObject({
    server: 'https://one',
    caFile: join(folder.path, 'ca.crt'),
  });
});

test('outside a pod, without a file, there is none', () => {
  expect(findKubeconfig({ kubeconfigs: [], home: folder.path, service: undefined })).toBeUndefined();
});

test('a server on plain http is not verified, and a user without settings says nothing', async () => {
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
