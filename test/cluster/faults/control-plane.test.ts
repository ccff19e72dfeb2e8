import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { killPod, restart } from '../support/control-plane.ts';
import { Installation } from '../support/installation.ts';
import { leader, nextLeader } from '../support/leader.ts';
import { Namespace } from '../support/namespace.ts';
import { siteRequest, slowRequest } from '../support/requests.ts';
import type { RestApi } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { ranTwice, retries, runningPod } from '../support/stage-jobs.ts';

const jobsCount = 5;

let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('control-plane');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow });
  client = await installation.client();
});
afterAll(() => installation.close());
afterEach(async () => {
  expect(await ranTwice(namespace)).toEqual([]);
  expect(await retries(namespace)).toEqual([]);
  await namespace.kubectl('delete', 'adjobs', '--all', '--timeout=120s');
});

/**
 * Runs `disaster` while one job is in its first stage and other jobs are anywhere between their creation and their end.
 * Checks that all of them succeed.
 */
async function survives(disaster: () => Promise<unknown>): Promise<void> {
  const slow = await client.createImage(slowRequest(sites));
  const ids = await Promise.all(Array.from({ length: jobsCount - 1 }, () => client.createImage(siteRequest(sites))));
  await runningPod(namespace, slow, 'onboarding');
  await disaster();
  for (const id of [slow, ...ids])
    expect(await client.ended(id, 300)).toMatchObject({
      status: 'SUCCESS',
      response: { brand: { onboarding: 'done' } },
    });
}

test('jobs survive a kill of the leading controller', async () => {
  await survives(async () => {
    const last = await leader(namespace);
    await killPod(namespace.name, last);
    await namespace.waitFor(`pod/${last}`, 'jsonpath={.status.containerStatuses[0].restartCount}=1');
  });
}, 420_000);

test('jobs survive a restart of the API server', async () => {
  await survives(() => restart('apiserver', 'TERM'));
}, 420_000);

test('jobs survive a kill of the API server, which ends every watch', async () => {
  await survives(() => restart('apiserver', 'KILL'));
}, 420_000);

test('jobs survive a kill of etcd', async () => {
  await survives(() => restart('etcd', 'KILL'));
}, 420_000);

test("another controller takes the lead when the leader's pod is deleted by force", async () => {
  await survives(async () => {
    const last = await leader(namespace);
    await namespace.kubectl('delete', 'pod', last, '--grace-period=0', '--force');
    await nextLeader(namespace, last);
  });
}, 420_000);
