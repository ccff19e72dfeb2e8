import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { RestClient } from '../../src/k8s/rest-client.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { isStoreError } from '../../src/objects/store-error.ts';
import { widgets } from '../contract/widget.ts';
import { deleteAnyway } from '../support/cluster/test-cluster.ts';
import { until } from '../support/process/until.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const name = 'widgets.contract.adwright.dev';
const all = '/apis/contract.adwright.dev/v1/widgets';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 0, default: 1 },
        note: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        fixed: { type: 'string' },
      },
      'x-kubernetes-validations': [
        {
          rule: 'has(self.fixed) == has(oldSelf.fixed) && (!has(self.fixed) || self.fixed == oldSelf.fixed)',
          message: 'spec.fixed never changes.',
        },
      ],
    },
    status: { type: 'object', properties: { phase: { type: 'string' }, count: { type: 'integer' } } },
  },
};

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group: 'contract.adwright.dev',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        selectableFields: [{ jsonPath: '.status.phase' }],
        schema: { openAPIV3Schema: schema },
      },
    ],
  },
};

/** Installs the CRD of the widgets in `test/contract/widget.ts`. Resolves when the API server serves them. */
export async function installWidgets(client: RestClient, store: ObjectStore): Promise<void> {
  await uninstallWidgets(client);
  await until(async () => {
    const made = await client.json({ method: 'POST', path: definitions, body: definition }).catch(refusal);
    return !isStoreError(made, 'AlreadyExists');
  });
  await until(async () => !isStoreError(await store.list(widgets).catch(refusal)));
}

export function uninstallWidgets(client: RestClient): Promise<void> {
  return deleteAnyway(client, `${definitions}/${name}`);
}

/** Waits until the garbage collector handles widgets: it looks for new kinds only every 30 s. */
export async function widgetsAreCollected(store: ObjectStore, namespace: string): Promise<void> {
  const owner = await store.create(widgets, { metadata: { namespace, name: 'gc-owner' }, spec: { size: 1 } });
  const { apiVersion, kind, metadata } = owner;
  const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }];
  const child = { namespace, name: 'gc-child' };
  await store.create(widgets, { metadata: { ...child, ownerReferences }, spec: { size: 1 } });
  await store.delete(widgets, metadata);
  for (let asked = 0; (await store.get(widgets, child)) !== undefined; asked += 1) {
    if (asked > 120) throw new Error('the garbage collector did not find widgets within 2 minutes');
    await pause(1_000);
  }
}

/**
 * Makes the API server discard the old events of widgets. It changes the definition, because the watch cache is then a
 * new one; the old one would keep every event for at least 75 s, even after a compaction of etcd.
 */
export async function forgetWidgetEvents(client: RestClient, before: string): Promise<void> {
  const description = `changed at version ${before}`;
  const changed = { ...schema, description };
  const patch = [{ op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema', value: changed }];
  const contentType = 'application/json-patch+json';
  await client.json({ method: 'PATCH', path: `${definitions}/${name}`, body: patch, contentType });
  await until(async () => (await watchForASecond(client, before)).includes('"code":410'));
}

async function watchForASecond(client: RestClient, resourceVersion: string): Promise<string> {
  const path = `${all}?watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
  try {
    return String(await buffer(await client.stream(path, AbortSignal.timeout(10_000))));
  } catch (error) {
    if (isStoreError(error, 'Expired')) return '"code":410';
    throw error;
  }
}

function refusal(error: unknown): unknown {
  return error;
}
