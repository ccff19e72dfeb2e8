import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Installation } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';

let namespace: Namespace;
let installation: Installation;
beforeAll(async () => {
  namespace = await Namespace.create('rendered');
  installation = new Installation(namespace);
  await apply();
});
afterAll(async () => {
  const policy = `${namespace.name}.adwright-account-use`;
  await namespace.kubectl(
    'delete',
    `validatingadmissionpolicy/${policy}`,
    `validatingadmissionpolicybinding/${policy}`,
  );
  await installation.close();
});

/** Runs `helm template | kubectl apply`, including the hooks, and waits until every pod is ready. */
async function apply(): Promise<void> {
  const given = { installationSecret: { value: '0123456789abcdef'.repeat(4) }, redis: { password: 'secret' } };
  await namespace.mustApply(await installation.rendered(given));
  for (const workload of ['deploy/adwright-api', 'deploy/adwright-controller', 'statefulset/adwright-redis'])
    await namespace.kubectl('rollout', 'status', workload, '--timeout=120s');
}

const account = {
  apiVersion: 'adwright.dev/v1alpha1',
  kind: 'AdAccount',
  metadata: { name: 'acme' },
  spec: { creditGrants: [{ id: 'first', amount: 100 }] },
};

const uninstallPods = ['--selector=app.kubernetes.io/component=uninstall'];

test('the uninstall hook does nothing if the rendered chart is applied, also twice', async () => {
  await namespace.mustApply(JSON.stringify(account));
  await namespace.waitFor('adaccount/acme', 'jsonpath={.status.credits.available}=100');
  await namespace.kubectl('delete', 'jobs', ...uninstallPods);
  await apply();
  await namespace.kubectl('wait', 'jobs', ...uninstallPods, '--for=condition=Complete', '--timeout=60s');
  expect(await namespace.kubectl('logs', ...uninstallPods)).toMatch(/^Nothing was changed: .*not part of an uninstall/);
  const replicas = await namespace.kubectl('get', 'deploy', '-o', 'jsonpath={.items[*].spec.replicas}');
  expect(replicas).toBe('1 2');
  const finalizers = await namespace.kubectl('get', 'adaccount', 'acme', '-o', 'jsonpath={.metadata.finalizers}');
  expect(finalizers).toContain('adwright.dev/');
});
