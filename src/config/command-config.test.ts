import { describe, expect, test } from '@jest/globals';
import type { LocationOptions } from '../commands/context.ts';
import { readObjectsLocation } from './command-config.ts';

const folder = (dataDir: string) => ({ kind: 'data-folder', dataDir });
const cluster = (kubeconfig?: string) => ({ kind: 'cluster', kubeconfig });

describe('readObjectsLocation', () => {
  test.each<{ name: string; options: LocationOptions; env: NodeJS.ProcessEnv; there?: string; wanted: object }>([
    {
      name: 'the data folder of the option',
      options: { dataDir: '/d' },
      env: { KUBECONFIG: 'k' },
      there: 'data',
      wanted: folder('/d'),
    },
    {
      name: 'the data folder of the environment',
      options: {},
      env: { ADWRIGHT_DATA_DIR: '/e', KUBECONFIG: 'k' },
      wanted: folder('/e'),
    },
    {
      name: 'the cluster of the option',
      options: { kubeconfig: '/k' },
      env: { ADWRIGHT_DATA_DIR: '/e' },
      there: 'data',
      wanted: cluster('/k'),
    },
    {
      name: 'an existing data folder',
      options: {},
      env: { KUBECONFIG: 'k' },
      there: 'data',
      wanted: folder(`${process.cwd()}/data`),
    },
    { name: 'the cluster of KUBECONFIG', options: {}, env: { KUBECONFIG: 'k' }, wanted: cluster() },
    {
      name: 'the cluster in which the command runs',
      options: {},
      env: { KUBERNETES_SERVICE_HOST: '10.96.0.1' },
      wanted: cluster(),
    },
    { name: 'the cluster of the default kubeconfig', options: {}, env: {}, there: '/.kube/config', wanted: cluster() },
    { name: 'the default data folder', options: {}, env: {}, wanted: folder(`${process.cwd()}/data`) },
  ])('readObjectsLocation selects $name', ({ options, env, there, wanted }) => {
    const exists = (path: string): boolean => there !== undefined && path.endsWith(there);
    expect(readObjectsLocation(options, env, exists)).toMatchObject(wanted);
  });

  test('a cluster comes with the location of the signing secrets', () => {
    const env = { KUBECONFIG: 'k', ADWRIGHT_ACCOUNT_SECRETS: 'ads/keys' };
    const accountSecrets = { namespace: 'ads', name: 'keys' };
    expect(readObjectsLocation({}, env, () => false)).toMatchObject({ kind: 'cluster', accountSecrets });
  });

  test('the namespace is the one of the option, then of the environment, then the default', () => {
    const of = (options: LocationOptions, env: NodeJS.ProcessEnv) =>
      readObjectsLocation(options, env, () => false).namespace;
    expect(of({ namespace: 'a' }, { ADWRIGHT_NAMESPACE: 'b' })).toBe('a');
    expect(of({}, { ADWRIGHT_NAMESPACE: 'b' })).toBe('b');
    expect(of({}, {})).toBe('default');
    expect(of({}, { KUBECONFIG: 'k' })).toBeUndefined();
  });
});
