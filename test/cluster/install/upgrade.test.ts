import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { until } from '../../support/process/until.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { follow, shellBlocks } from '../support/guide.ts';
import { chart, images, imageValue, Installation, testedValues, withValues } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { exportPrevious } from '../support/previous-version.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { plainRequest, slowRequest } from '../support/requests.ts';
import type { RestApi, SeenJob } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { ranTwice, retries, runningPod } from '../support/stage-jobs.ts';

const page = 'docs/guide/upgrading.md';
const creditsPerJob = 5;
/** Longer than the upgrade or rollback between an attempt to deliver a callback and the next one. */
const retryAfterSeconds = 60;
const slow = 400_000;

const folder = temporaryFolder();
const previousChart = join(folder.path, 'charts/adwright');
let namespace: Namespace;
let installation: Installation;
let sites: Sites;
let receiver: Receiver;
let client: RestApi & { account: string };
let signingSecret: string;
let finished: SeenJob;
let keptSecrets: unknown;
let jobs = 0;

beforeAll(async () => {
  await exportPrevious(folder.path, ['charts/adwright']);
  namespace = await Namespace.create('upgrade');
  installation = new Installation(namespace);
  [sites, receiver] = await Promise.all([startSites(namespace), startReceiver(namespace)]);
  installation.use({ folder: previousChart });
  const image = imageValue(images.previous);
  await installation.install({
    image,
    stages: { image, perStage: { video: { image } } },
    egressAllow: [...sites.egressAllow, ...receiver.egressAllow],
    allowHttpCallbacks: true,
    // Few, so that jobs are still open after an upgrade.
    controller: { maxRunningJobs: 1 },
  });
  client = await installation.client();
  signingSecret = (await installation.adwright('accounts', 'webhook-secret', client.account)).trim();
  finished = await client.ended(await create(plainRequest));
  keptSecrets = await secrets();
}, slow);
afterAll(async () => {
  receiver.close();
  folder.remove();
  await installation.close();
});

/** After each change of the version or release, every job has ended once and nothing is lost. */
afterEach(async () => {
  expect(await client.job(finished.job_id)).toEqual(finished);
  for (const { named, sha256 } of await client.pictures(finished)) expect(sha256).toBe(named.sha256);
  expect(await secrets()).toEqual(keptSecrets);
  // A job is settled after its end is seen.
  await until(async () => (await client.credits()).reserved === 0);
  expect(await client.credits()).toMatchObject({ spent: jobs * creditsPerJob });
  const verify = ['exec', 'deploy/adwright-controller', '--', 'adwright', 'ledger', 'verify'];
  expect(await namespace.kubectl(...verify)).toMatch(/\bRESULT\n(.* ok\n)+$/);
}, slow);

function create(request: object): Promise<string> {
  jobs += 1;
  return client.createImage(request);
}

/** Returns the values of all Secrets of the installation. */
async function secrets(): Promise<unknown> {
  const names = ['installation', 'redis', 'account-secrets'].map((name) => `adwright-${name}`);
  const List = z.object({ items: z.array(z.object({ data: z.record(z.string(), z.base64()) })).length(names.length) });
  return List.parse(JSON.parse(await namespace.kubectl('get', 'secret', ...names, '-o', 'json'))).items;
}

const Crd = z.object({ spec: z.object({ versions: z.array(z.object({ name: z.string(), schema: z.unknown() })) }) });

/** Returns the schema of AdJobs in the cluster. */
async function storedSchema(): Promise<unknown> {
  const told = await namespace.kubectl('get', 'crd', 'adjobs.adwright.dev', '-o', 'json');
  return Crd.parse(JSON.parse(told)).spec.versions[0]?.schema;
}

/** Returns the schema of AdJobs in a chart. */
function schemaOf(from: string): unknown {
  return Crd.parse(parse(readFileSync(join(from, 'crd-files/adjobs.yaml'), 'utf8'))).spec.versions[0]?.schema;
}

async function callbacksOf(id: string): Promise<Received[]> {
  return (await receiver.received()).filter((callback) => callback.id === id);
}

/** Creates jobs, one of which has ended and waits for the next attempt of its callback, while the others are open. */
async function withOpenJobs(change: () => Promise<void>): Promise<void> {
  await receiver.answerWith(503, signingSecret, retryAfterSeconds);
  const waiting = await create({ ...plainRequest, callback_url: `${receiver.url}/ads` });
  await until(async () => (await callbacksOf(waiting)).length === 1, 120);
  await receiver.answerWith(204, signingSecret);
  const request = { ...slowRequest(sites), callback_url: `${receiver.url}/ads` };
  const open = await Promise.all(Array.from({ length: 4 }, () => create(request)));
  await Promise.any(open.map((id) => runningPod(namespace, id, 'onboarding')));

  await change();

  const after = await Promise.all(open.map((id) => client.job(id)));
  expect(after.some(({ status }) => status === 'PENDING' || status === 'PROCESSING')).toBe(true);
  for (const id of open)
    expect(await client.ended(id, 300)).toMatchObject({
      status: 'SUCCESS',
      response: { brand: { onboarding: 'done' } },
    });
  expect(await ranTwice(namespace)).toEqual([]);
  expect(await retries(namespace)).toEqual([]);
  for (const id of [waiting, ...open]) {
    await until(async () => (await callbacksOf(id)).some(({ status }) => status === 204), 120);
    const body = Buffer.from(await (await client.send(`/jobs/${id}`)).arrayBuffer());
    const callbacks = await callbacksOf(id);
    expect(callbacks.map(({ status }) => status)).toEqual(id === waiting ? [503, 204] : [204]);
    for (const callback of callbacks) expect(callback.body).toEqual(body);
  }
}

/** Follows the page, and names the images of this version in the file with values, as the page says. */
async function upgrade(): Promise<void> {
  const [block = ''] = shellBlocks(page, 'Commands', namespace.name);
  const [getValues, ...more] = block.replaceAll('charts/adwright', chart).trim().split('\n');
  const file = join(folder.path, 'values.yaml');
  await follow(getValues, folder.path);
  const values = z.record(z.string(), z.unknown()).parse(parse(readFileSync(file, 'utf8')));
  writeFileSync(file, stringify(withValues(values, testedValues())));
  // The plugin helm-diff is not installed.
  const told = await follow(more.filter((line) => !line.includes(' diff ')).join('\n'), folder.path);
  expect(told).toMatch(/STATUS: deployed[^]*Phase: +Succeeded/);
  expect(await storedSchema()).toEqual(schemaOf(chart));
}

test(
  'an upgrade from the version before ends open jobs once and delivers callbacks that wait',
  async () => {
    expect(await storedSchema()).toEqual(schemaOf(previousChart));
    await withOpenJobs(upgrade);
  },
  slow,
);

test(
  'a rollback to the version before, with its CRDs, ends open jobs once and charges nothing twice',
  async () => {
    await withOpenJobs(async () => {
      await follow(shellBlocks(page, 'Rolling back', namespace.name)[0], folder.path);
    });
    expect(await storedSchema()).toEqual(schemaOf(previousChart));
  },
  slow,
);

test(
  'after a rollback, an upgrade ends open jobs once',
  async () => {
    await withOpenJobs(upgrade);
  },
  slow,
);

const finalizers = async (name: string) => (await namespace.adJob(name)).metadata.finalizers;

test(
  'a release under another name keeps files, ledger and secrets of an uninstalled one, and ends its open jobs',
  async () => {
    const open = await create(slowRequest(sites));
    await runningPod(namespace, open, 'onboarding');
    const [block = ''] = shellBlocks(page, 'Another name of the release', namespace.name);
    const [getValues, uninstall, install] = block.replaceAll('charts/adwright', chart).trim().split('\n');
    await follow(`${getValues ?? 'false'}\n${uninstall ?? 'false'}`, folder.path);

    // `helm uninstall --wait` does not wait for the pods of a StatefulSet.
    await namespace.kubectl('wait', 'pods', '-l', 'app.kubernetes.io/component=redis', '--for=delete', '--timeout=60s');
    // The pod of `helm test` stays.
    const pods = 'app.kubernetes.io/name=adwright,app.kubernetes.io/component!=test';
    expect(await namespace.list('pods', pods)).toEqual([]);
    expect(await namespace.list('jobs', 'app.kubernetes.io/component=stage')).toEqual([]);
    expect(await namespace.adJobs()).toHaveLength(jobs);
    for (const name of [finished.job_id, open]) expect(await finalizers(name)).toEqual([]);

    const [, name = ''] = /helm -n \S+ install (\S+)/.exec(install ?? '') ?? [];
    installation.use({ name });
    await follow(install, folder.path);
    await installation.reach();
    await namespace.waitFor(`adjob/${open}`, 'condition=Complete', 180);
    expect(await finalizers(open)).toEqual(['adwright.dev/cleanup']);
  },
  slow,
);
