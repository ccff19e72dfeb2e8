import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { images, Installation, release } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { siteRequest, slowRequest } from '../support/requests.ts';
import type { RestApi } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { ranTwice, runningPod } from '../support/stage-jobs.ts';

const installationSecret = '0123456789abcdef'.repeat(4);
let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('life-cycle');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow, installationSecret: { value: installationSecret } });
  client = await installation.client();
});
afterAll(() => installation.close());

const finalizers = async (name: string) => (await namespace.adJob(name)).metadata.finalizers;

const keptSecret = async (): Promise<string> => {
  const path = 'jsonpath={.data.installation-secret}';
  const told = await namespace.kubectl('get', 'secret', 'adwright-installation', '-o', path);
  return Buffer.from(told, 'base64').toString();
};

test('an upgrade loses no open job, and keeps a secret that the release has rendered', async () => {
  const tag = images.secondTag;
  const ids = await Promise.all([1, 2, 3, 4].map(() => client.createImage(slowRequest(sites))));
  await runningPod(namespace, ids[0] ?? '', 'onboarding');
  await installation.install({
    egressAllow: sites.egressAllow,
    image: { tag },
    stages: { image: { tag } },
    logLevel: 'debug',
    controller: { maxRunningJobs: 3 },
  });
  for (const id of ids)
    expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS', response: { brand: { onboarding: 'done' } } });
  expect(await ranTwice(namespace)).toEqual([]);
  expect(await keptSecret()).toBe(installationSecret);
  const shown = await namespace.kubectl(
    'get',
    'deploy',
    '-o',
    'jsonpath={.items[*].spec.template.spec.containers[0].image}',
  );
  expect(shown.split(' ').map((image) => image.slice(image.lastIndexOf(':') + 1))).toEqual([tag, tag]);
});

test('an uninstall stops stages and keeps AdJobs, which can be deleted without a controller', async () => {
  const finished = await client.createImage(siteRequest(sites));
  await client.ended(finished);
  const open = await client.createImage(slowRequest(sites));
  await runningPod(namespace, open, 'onboarding');

  await installation.helm('uninstall', release, '--wait', '--timeout=3m');

  // `helm uninstall --wait` does not wait for the pods of a StatefulSet.
  await namespace.kubectl('wait', 'pods', '-l', 'app.kubernetes.io/component=redis', '--for=delete', '--timeout=60s');
  expect(await namespace.list('pods', 'app.kubernetes.io/name=adwright')).toEqual([]);
  expect(await namespace.list('jobs', 'app.kubernetes.io/component=stage')).toEqual([]);
  expect((await namespace.adJobs()).map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining([finished, open]),
  );
  for (const name of [finished, open]) expect(await finalizers(name)).toEqual([]);
  await namespace.kubectl('delete', 'adjob', finished, '--timeout=20s');

  await installation.install({ egressAllow: sites.egressAllow });
  await namespace.waitFor(`adjob/${open}`, 'condition=Complete', 180);
  expect(await finalizers(open)).toEqual(['adwright.dev/cleanup']);
});

test('an upgrade with an open job can be rolled back', async () => {
  const id = await client.createImage(slowRequest(sites));
  await installation.install({ egressAllow: sites.egressAllow, logLevel: 'debug' });
  await installation.helm('rollback', release, '--wait', '--timeout=3m');
  expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS' });
});
