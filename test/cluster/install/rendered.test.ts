import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Installation, release } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';

let namespace: Namespace;
let installation: Installation;
beforeAll(async () => {
  namespace = await Namespace.create('rendered');
  installation = new Installation(namespace);
  await apply();
});
afterAll(() => installation.close());

/** Runs `helm template | kubectl apply`, including the hooks, and waits until every pod is ready. */
async function apply(): Promise<void> {
  await namespace.mustApply(await installation.rendered());
  for (const workload of ['deploy/adwright-api', 'deploy/adwright-controller', 'statefulset/adwright-redis'])
    await namespace.kubectl('rollout', 'status', workload, '--timeout=120s');
}

const account = {
  apiVersion: 'adwright.dev/v1alpha1',
  kind: 'AdAccount',
  metadata: { name: 'acme' },
  spec: { creditGrants: [{ id: 'first', amount: 100 }] },
};
const finalizers = () => namespace.kubectl('get', 'adaccount', 'acme', '-o', 'jsonpath={.metadata.finalizers}');
const pods = async () =>
  (await namespace.list('pods', 'app.kubernetes.io/component in (api,controller,redis)')).map(
    ({ metadata }) => metadata.uid,
  );

/** Returns the values of the generated Secrets. */
async function secrets(): Promise<unknown[]> {
  const told = await namespace.kubectl('get', 'secret', 'adwright-installation', 'adwright-redis', '-o', 'json');
  const List = z.object({ items: z.array(z.object({ data: z.record(z.string(), z.base64()) })) });
  return List.parse(JSON.parse(told)).items.map(({ data }) => data);
}

const uninstallJobs = ['jobs', '--selector=app.kubernetes.io/component=uninstall'];

test('a chart that is rendered and applied twice keeps its secrets and pods, and its uninstall hook does nothing', async () => {
  await namespace.mustApply(JSON.stringify(account));
  await namespace.waitFor('adaccount/acme', 'jsonpath={.status.credits.available}=100');
  const [keptSecrets, keptPods] = [await secrets(), await pods()];
  expect(keptSecrets).toHaveLength(2);
  // Otherwise the second apply would run neither Job again.
  await namespace.kubectl('delete', 'jobs', '--selector=app.kubernetes.io/managed-by=Helm');

  await apply();
  await namespace.kubectl('wait', ...uninstallJobs, '--for=condition=Complete', '--timeout=60s');

  const logs = await namespace.kubectl('logs', '--selector=app.kubernetes.io/component=uninstall');
  expect(logs).toMatch(/^Nothing was changed: .*not part of an uninstall/);
  expect(await finalizers()).toContain('adwright.dev/');
  expect(await secrets()).toEqual(keptSecrets);
  expect(await pods()).toEqual(keptPods);
});

test('Helm takes over an applied chart with its secrets, and its uninstall removes the finalizers', async () => {
  const kept = await secrets();
  await installation.install();
  expect(await secrets()).toEqual(kept);
  await installation.helm('uninstall', release, '--wait', '--timeout=2m');
  expect(await finalizers()).toBe('');
  expect(await secrets()).toEqual(kept);
});
