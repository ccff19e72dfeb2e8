import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { KubernetesEvents } from '../../src/k8s/kubernetes-events.ts';
import { openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';

const Made = z.object({ metadata: z.object({ uid: z.string() }) });
const logger = { debug: () => undefined, warn: () => undefined };

let cluster: TestCluster;
beforeAll(() => {
  cluster = openTestCluster();
});
afterAll(() => cluster.close());

test('kubectl describe shows the Events of an object', async () => {
  const namespace = await cluster.namespace('a-events');
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'told' } };
  const { metadata } = Made.parse(await cluster.client.json({ method: 'POST', path, body }));
  const events = new KubernetesEvents(cluster.client, { logger, apiVersion: 'v1' });
  const object = { kind: 'ConfigMap', namespace, name: 'told', uid: metadata.uid };
  events.emit({ type: 'Warning', reason: 'StageFailed', message: 'Stage image has failed: out of memory.', object });
  await events.flushed();
  const { stdout } = await promisify(execFile)('kubectl', ['-n', namespace, 'describe', 'configmap', 'told']);
  expect(stdout).toMatch(/Warning +StageFailed +\S+ +adwright-controller +Stage image has failed: out of memory\./);
});
