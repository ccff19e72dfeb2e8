import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../support/process/until.ts';
import { Installation } from '../support/installation.ts';
import { installKueue, uninstallKueue } from '../support/kueue.ts';
import { Namespace } from '../support/namespace.ts';
import { mustRun } from '../support/program.ts';
import { shortRequest } from '../support/requests.ts';

const page = readFileSync(new URL('../../../docs/guide/kueue.md', import.meta.url), 'utf8');
const holdSeconds = 2;

let installation: Installation;
let namespace: Namespace;
beforeAll(async () => {
  await installKueue();
  namespace = await Namespace.create('kueue');
  installation = new Installation(namespace);
  await mustRun('kubectl', ['apply', '-f', '-'], { input: queues('0') });
  await mustRun('kubectl', ['apply', '-f', '-'], { input: elsewhere });
  await namespace.mustApply(localQueue('elsewhere'));
  const controller = { unschedulableHoldSeconds: holdSeconds };
  await installation.install({ controller, stages: { queueName: 'ads' } });
}, 1_200_000);
afterAll(async () => {
  await installation.close();
  // Kueue removes its finalizers, so it is uninstalled last.
  await mustRun('kubectl', ['wait', `namespace/${namespace.name}`, '--for=delete', '--timeout=120s']);
  await mustRun('kubectl', ['delete', 'clusterqueues,resourceflavors', '--all', '--timeout=60s']);
  await uninstallKueue();
}, 300_000);

/** Returns the queue of the documentation, with a quota of CPUs. */
function queues(cpus: string): string {
  const [, yaml = ''] = /^```yaml\n(apiVersion: kueue[^]*?)^```/m.exec(page) ?? [];
  return yaml
    .replace('name: cpu, nominalQuota: 20', `name: cpu, nominalQuota: ${cpus}`)
    .replace('name: ads, namespace: ads', `name: ads, namespace: ${namespace.name}`)
    .replace('metadata.name: ads', `metadata.name: ${namespace.name}`);
}

/** A queue with room whose Jobs may use only nodes with a label that no node has. */
const flavor = { name: 'elsewhere', resources: ['cpu', 'memory', 'ephemeral-storage'].map(quota) };
const elsewhere = [
  object('ResourceFlavor', { spec: { nodeLabels: { pool: 'elsewhere' } } }),
  object('ClusterQueue', {
    spec: {
      namespaceSelector: {},
      resourceGroups: [{ coveredResources: flavor.resources.map(({ name }) => name), flavors: [flavor] }],
    },
  }),
].join('\n---\n');

function quota(name: string): { name: string; nominalQuota: string } {
  return { name, nominalQuota: '1000Gi' };
}

function localQueue(clusterQueue: string): string {
  return object('LocalQueue', { spec: { clusterQueue } });
}

function object(kind: string, more: object): string {
  return JSON.stringify({ apiVersion: 'kueue.x-k8s.io/v1beta2', kind, metadata: { name: 'elsewhere' }, ...more });
}

function adJob(name: string, path: string): Promise<string> {
  return namespace.kubectl('get', 'adjob', name, '-o', `jsonpath={${path}}`);
}

/** Waits until the image stage of a job shows why it has not started. */
async function waits(id: string, reason: string): Promise<void> {
  await until(async () => (await adJob(id, '.status.stages[?(@.name=="image")].waiting.reason')) === reason, 30);
}

test('a stage that Kueue has not admitted waits as Queued until the quota has room', async () => {
  const client = await installation.client();
  const id = await client.createImage(shortRequest);
  await waits(id, 'Queued');
  expect(await adJob(id, '.status.stages[?(@.name=="image")].waiting.message')).toMatch(
    /^Kueue has not admitted the Job/,
  );
  expect(await namespace.kubectl('get', 'adjob', id)).toMatch(/ image +Queued /);
  expect(await namespace.kubectl('events', '--for', `adjob/${id}`)).toMatch(/Normal +StageWaiting .*\(Queued\): Kueue/);
  expect(await namespace.kubectl('get', 'pods', '-l', `adwright.dev/adjob=${id}`, '-o', 'name')).toBe('');
  const admitted = 'jsonpath={.items[*].status.conditions[?(@.type=="QuotaReserved")].message}';
  expect(await namespace.kubectl('get', 'workloads', '-o', admitted)).toMatch(/cpu/);

  await mustRun('kubectl', ['apply', '-f', '-'], { input: queues('20') });
  expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS' });
  expect(await adJob(id, '.status.stages[?(@.name=="image")]')).toMatch(/"attempt":1,(?!.*"waiting")/);
});

test('while no node has room for the pods of one queue, its jobs do not start and those of another queue do', async () => {
  const client = await installation.client();
  const other = await installation.client();
  await namespace.kubectl(
    'patch',
    'adaccount',
    client.account,
    '--type=merge',
    '-p',
    '{"spec":{"queueName":"elsewhere"}}',
  );
  const stuck = await client.createImage(shortRequest);
  await waits(stuck, 'Unschedulable');
  expect(await adJob(stuck, '.status.stages[?(@.name=="image")].waiting.message')).toMatch(/^0\/1 nodes are available/);
  const sinceMs = Date.parse(await adJob(stuck, '.status.stages[?(@.name=="image")].waiting.since'));
  await until(() => Promise.resolve(Date.now() > sinceMs + holdSeconds * 1_000));

  const held = await client.createImage(shortRequest);
  const free = await other.createImage(shortRequest);
  expect(await other.ended(free)).toMatchObject({ status: 'SUCCESS' });
  expect((await namespace.adJob(held)).status).toMatchObject({ phase: 'PENDING' });
  expect(await namespace.list('jobs', `adwright.dev/adjob=${held}`)).toEqual([]);

  await mustRun('kubectl', ['label', 'nodes', '--all', 'pool=elsewhere']);
  for (const id of [stuck, held]) expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS' });
  await mustRun('kubectl', ['label', 'nodes', '--all', 'pool-']);
}, 240_000);
