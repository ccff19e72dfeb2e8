import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { KubernetesEvents } from '../../src/k8s/kubernetes-events.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { mirrorInto, PipelineRig, watchAccounts } from '../support/pipeline/pipeline-rig.ts';
import { openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';
import { until } from '../support/process/until.ts';
import { Lab } from './support/lab.ts';

let lab: Lab;
let cluster: TestCluster;
let rig: PipelineRig;
let events: KubernetesEvents;
let controller: PipelineController;
const stop = new AbortController();
/** Kinds of all objects that the controller read with a get, instead of from its caches. */
const gets: string[] = [];

beforeAll(async () => {
  lab = await Lab.open('pipeline');
  cluster = openTestCluster();
  rig = await PipelineRig.open(systemClock, { namespace: lab.namespace });
  await lab.create(adAccountKind.plural, adAccountKind.kind, { name: 'acme', spec: {} });
  const key = { accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64) };
  await lab.create(apiKeyKind.plural, apiKeyKind.kind, { name: 'acme-key', spec: key });
  events = new KubernetesEvents(cluster.client, { logger: rig.deps.logger });
  const expectMirror = mirrorInto(cluster.store, rig.ledger);
  const accounts = watchAccounts(cluster.store, stop.signal);
  controller = createPipelineController({ ...rig.deps, store: watched(cluster.store), accounts, events, expectMirror });
  await controller.start(stop.signal);
});
afterAll(async () => {
  const { items } = await cluster.store.list(adJobKind, { namespace: lab.namespace });
  for (const { metadata } of items) await cluster.store.delete(adJobKind, metadata);
  await until(async () => (await cluster.store.list(adJobKind, { namespace: lab.namespace })).items.length === 0);
  stop.abort();
  await controller.drain();
  await events.flushed();
  rig.close();
  await cluster.close();
  await lab.close();
});

function watched(store: ObjectStore): ObjectStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: [{ kind: string }]): unknown => {
        if (name === 'get') gets.push(args[0].kind);
        return Reflect.apply(value, target, args);
      };
    },
  });
}

function job(name: string): Promise<AdJob | undefined> {
  return cluster.store.get(adJobKind, { namespace: lab.namespace, name });
}

async function ended(name: string): Promise<AdJob['status']> {
  await until(async () => ['SUCCESS', 'FAILED'].includes((await job(name))?.status?.phase ?? ''));
  return (await job(name))?.status;
}

async function apply(name: string, spec: object): Promise<void> {
  const { status, body } = await lab.create('adjobs', 'AdJob', { name, spec: { ...imageSpec(), ...spec } });
  expect({ status, message: body['message'] }).toEqual({ status: 201, message: undefined });
}

async function kubectl(...args: string[]): Promise<string> {
  return (await promisify(execFile)('kubectl', ['-n', lab.namespace, ...args])).stdout;
}

const inLanguage = (language: string) => imageSpec({}, { language });
const ofPage = (brandUrl: string) => ({ image: { brandData: { brandUrl } } });

test.each<[string, object, string]>([
  [
    'a-tag-that-is-none',
    inLanguage('en-a'),
    'spec.image.generationMetadata.language: Give a BCP-47 language tag of at most 35 characters, such as en-US, de or zh-Hant-TW. [refused]',
  ],
  [
    'an-inner-address',
    ofPage('https://10.0.0.1/'),
    'spec.image.brandData.brandUrl: Give another address: the address 10.0.0.1 is not public. [refused]',
  ],
  [
    'a-port',
    ofPage('https://a.example:8443/'),
    'spec.image.brandData.brandUrl: Give another address: port 8443 is not allowed. [refused]',
  ],
  [
    'a-callback-over-http',
    { callbackUrl: 'http://a.example/' },
    'spec.callbackUrl: Give an address that begins with https://. [refused]',
  ],
  ['no-account', { accountRef: { name: 'nobody' } }, 'The account "nobody" does not exist. [account_not_found]'],
  ['no-key', { apiKeyRef: { name: 'none' } }, 'The API key "none" does not exist. [key_not_found]'],
])('an applied job that is refused reports the reason: %s', async (name, spec, error) => {
  await apply(name, spec);
  expect(await ended(name)).toMatchObject({ phase: 'FAILED', error });
  expect(await kubectl('wait', '--for=condition=Failed', `adjob/${name}`, '--timeout=20s')).toContain('condition met');
});

test('an applied job runs to its end without single reads, and its Events describe it', async () => {
  const name = 'a-quiet-one';
  gets.length = 0;
  const image = {
    brandData: { brandUrl: 'https://brand.example/', brandName: ' Acme ' },
    productMetadata: { productImages: null },
  };
  await apply(name, { image });
  for (const stage of ['onboarding', 'concept', 'image']) {
    const find = () => rig.launcher.alive.find((one) => one.owner.key.name === name && one.stage === stage);
    await until(() => find() !== undefined);
    const attempt = find();
    if (attempt !== undefined) await rig.finish(attempt);
  }
  expect(await ended(name)).toMatchObject({ phase: 'SUCCESS', credits: { required: 5, charged: 5 } });
  expect(gets).toEqual([]);

  const { metadata } = (await job(name)) ?? {};
  const request = await rig.artifacts.get(`jobs/${metadata?.uid ?? ''}/request.json`, 10_000);
  expect(JSON.parse(request?.toString() ?? '{}')).toMatchObject({
    image: { brandData: { brandName: 'Acme' }, productMetadata: { productImages: [] } },
  });
  await events.flushed();
  const described = (await kubectl('describe', 'adjob', name)).replaceAll(/\s+/g, ' ');
  // The order is not checked: Events of the same second have none.
  expect(described).toContain('The first stage is launched.');
  expect(described).toContain('The ad is made.');
});
