import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { KubernetesAccountSecrets } from '../../../src/k8s/kubernetes-account-secrets.ts';
import { newSecret } from '../../../src/webhooks/signature.ts';
import { openTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { mustRun } from '../support/program.ts';

const chart = fileURLToPath(new URL('../../../charts/adwright', import.meta.url));
const name = 'adwright-account-secrets';
/** Chart values for a release without pods and without objects outside its namespace. */
const values = [
  ...['api.replicas=0', 'controller.replicas=0', 'uninstallHook.enabled=false', 'crds.install=false'],
  ...['rbac.aggregate=false', 'storage.type=s3', 'storage.s3.bucket=ads', 'redis.url=redis://redis.example.com'],
  ...['accountUse.enabled=false', `installationSecret.value=${'x'.repeat(32)}`],
].flatMap((value) => ['--set', value]);

let cluster: TestCluster;
let namespace: string;
let secrets: KubernetesAccountSecrets;
beforeAll(async () => {
  cluster = openTestCluster();
  namespace = await cluster.namespace('signing');
  const { client } = cluster;
  secrets = new KubernetesAccountSecrets({ client, secret: { namespace, name }, clock: systemClock, newSecret });
  await helm('install', 'adwright', chart, ...values);
});
afterAll(() => cluster.close());

function helm(...args: string[]): Promise<string> {
  return mustRun('helm', ['-n', namespace, ...args]);
}

test('signing secrets survive an upgrade, a rollback and a new installation', async () => {
  const accounts = ['acme', 'globex'].map((account) => ({ namespace, name: account }));
  const all = () => Promise.all(accounts.map((account) => secrets.read(account)));
  const [acme = { namespace, name }] = accounts;
  await secrets.ensure(accounts);
  await helm('upgrade', 'adwright', chart, ...values, '--set', 'controller.maxRunningJobs=5');
  const { previous } = await secrets.rotate(acme, 3_600_000);
  const before = await all();
  expect(before[0]).toMatchObject({ previous });
  await helm('rollback', 'adwright', '1');
  expect(await all()).toEqual(before);
  await helm('uninstall', 'adwright');
  expect(await all()).toEqual(before);
  await helm('install', 'adwright', chart, ...values);
  expect(await all()).toEqual(before);
});

const Review = z.object({ status: z.object({ allowed: z.boolean() }) });

describe('permissions', () => {
  const may = async (account: string, verb: string, resourceName?: string): Promise<boolean> => {
    const resourceAttributes = { namespace, verb, version: 'v1', resource: 'secrets', name: resourceName };
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: `system:serviceaccount:${namespace}:adwright-${account}`, resourceAttributes },
    };
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    return Review.parse(await cluster.client.json({ method: 'POST', path, body })).status.allowed;
  };
  const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
  const allowed = async (account: string, secret?: string) => {
    const answers = await Promise.all(verbs.map((verb) => may(account, verb, secret)));
    return verbs.filter((_, i) => answers[i]);
  };

  test.each([
    ['controller', ['get', 'patch']],
    ['account-admin', ['get', 'patch']],
    ['api', []],
    ['stage', []],
  ])('the service account %s may %j the Secret of signing secrets, and no other', async (account, wanted) => {
    expect(await allowed(account, name)).toEqual(wanted);
    expect(await allowed(account, 'adwright-installation')).toEqual([]);
    expect(await allowed(account)).toEqual([]);
  });
});
