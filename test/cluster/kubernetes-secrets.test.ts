import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { KubernetesSecrets } from '../../src/k8s/kubernetes-secrets.ts';
import { secretsContract } from '../contract/secrets.ts';
import { deleteAnyway, openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';

let cluster: TestCluster;
let namespace: string;
let otherNamespace: string;
beforeAll(async () => {
  cluster = openTestCluster();
  [namespace, otherNamespace] = [await cluster.namespace('a-here'), await cluster.namespace('a-there')];
});
afterAll(() => cluster.close());

const path = (name: string): string => `/api/v1/namespaces/${namespace}/secrets/${name}`;

async function put(name: string, labels: Record<string, string>, values: Record<string, Buffer>): Promise<void> {
  const data = Object.fromEntries(Object.entries(values).map(([value, bytes]) => [value, bytes.toString('base64')]));
  const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels }, data };
  await deleteAnyway(cluster.client, path(name));
  await cluster.client.json({ method: 'POST', path: `/api/v1/namespaces/${namespace}/secrets`, body });
}

secretsContract('KubernetesSecrets', () =>
  Promise.resolve({
    secrets: new KubernetesSecrets(cluster.client),
    namespace,
    otherNamespace,
    put: ({ name }, values) => put(name, { 'adwright.dev/signing': 'true' }, values),
    remove: ({ name }) => deleteAnyway(cluster.client, path(name)),
    close: () => deleteAnyway(cluster.client, path('signing')),
  }),
);

describe('KubernetesSecrets on a cluster', () => {
  test.each<[string, Record<string, string>]>([
    ['without the label', {}],
    ['whose label is false', { 'adwright.dev/signing': 'false' }],
    ['whose label is empty', { 'adwright.dev/signing': '' }],
  ])('a Secret %s counts as missing', async (_, labels) => {
    await put('private', labels, { password: Buffer.from('s3cr3t') });
    expect(await new KubernetesSecrets(cluster.client).read({ namespace, name: 'private' })).toBeUndefined();
  });

  test('a Secret without values is read as empty', async () => {
    await put('empty', { 'adwright.dev/signing': 'true' }, {});
    expect(await new KubernetesSecrets(cluster.client).read({ namespace, name: 'empty' })).toEqual({});
  });
});
