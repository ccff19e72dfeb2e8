import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { KubernetesAccountSecrets } from '../../src/k8s/kubernetes-account-secrets.ts';
import { newSecret } from '../../src/webhooks/signature.ts';
import { accountSecretsContract } from '../contract/account-secrets.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { deleteAnyway, openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';

const name = 'adwright-account-secrets';

let cluster: TestCluster;
let namespace: string;
beforeAll(async () => {
  cluster = openTestCluster();
  namespace = await cluster.namespace('account-secrets');
});
afterAll(() => cluster.close());

const path = (): string => `/api/v1/namespaces/${namespace}/secrets`;

async function replace(values: Record<string, string> = {}): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: values };
  await deleteAnyway(cluster.client, `${path()}/${name}`);
  await cluster.client.json({ method: 'POST', path: path(), body });
}

function open(clock = new FakeClock()): KubernetesAccountSecrets {
  return new KubernetesAccountSecrets({ client: cluster.client, secret: { namespace, name }, clock, newSecret });
}

accountSecretsContract('KubernetesAccountSecrets', async () => {
  const clock = new FakeClock();
  await replace();
  return {
    clock,
    open: () => open(clock),
    damage: async (account) => {
      const data = { [`${account.namespace}.${account.name}`]: Buffer.from('{').toString('base64') };
      const contentType = 'application/merge-patch+json';
      await cluster.client.json({ method: 'PATCH', path: `${path()}/${name}`, body: { data }, contentType });
    },
    close: () => Promise.resolve(),
  };
});

describe('KubernetesAccountSecrets on a cluster', () => {
  const accounts = Array.from({ length: 5_000 }, (_, i) => ({ namespace: 'customers', name: `customer-${i}` }));

  test('one Secret holds the signing secrets of 5,000 accounts, and one of them can be rotated', async () => {
    await replace();
    const secrets = open();
    await secrets.ensure(accounts);
    const [one = { namespace, name }, other = one] = accounts;
    const before = await secrets.read(one);
    const { previous } = await secrets.rotate(one, 60_000);
    expect(previous?.secret).toBe(before?.current);
    expect(await secrets.read(other)).toBeDefined();
  });

  test('a Secret that Adwright considers full is not yet full for the API server', async () => {
    await replace();
    const many = Array.from({ length: 12_000 }, (_, i) => ({ namespace: 'customers', name: `customer-${i}` }));
    const secrets = open();
    let fits = 0;
    for (; fits < many.length; fits += 500) {
      const isFull = await secrets.ensure(many.slice(fits, fits + 500)).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (isFull === undefined) continue;
      expect(isFull).toMatchObject({ reason: 'Invalid', message: expect.stringContaining('is full') });
      break;
    }
    expect(fits).toBeGreaterThan(5_000);
    expect(fits).toBeLessThan(many.length);
  });
});
