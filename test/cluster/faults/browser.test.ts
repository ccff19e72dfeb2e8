import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ImageResponse } from '../../../src/ads/image/response.ts';
import { killPod } from '../support/control-plane.ts';
import { Installation } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import type { RestApi } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { retries, runningPod } from '../support/stage-jobs.ts';

let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('browser-faults');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow });
  client = await installation.client();
});
afterAll(() => installation.close());

/** Returns the colours of a page that was read with the browser. */
async function paintedColors(id: string): Promise<string[]> {
  const job = await client.ended(id, 180);
  expect(job).toMatchObject({ status: 'SUCCESS', error: null });
  const { brand, notes } = ImageResponse.parse(job.response);
  expect(notes).not.toContainEqual(expect.stringMatching(/without a browser/));
  return brand.colors.map(({ hex }) => hex);
}

test('a browser that is killed is started again, and its stage succeeds at the first attempt', async () => {
  // The stage waits for its page when the browser is killed.
  const id = await client.createImage({ brand_data: { brand_url: `${sites.verdane}/slow/` } });
  const pod = await runningPod(namespace, id, 'onboarding');
  await killPod(namespace.name, pod, 'browser');
  expect(await paintedColors(id)).not.toEqual([]);
  const restarts = '{.status.initContainerStatuses[0].restartCount}';
  expect(await namespace.kubectl('get', 'pod', pod, '-o', `jsonpath=${restarts}`)).toBe('1');
  expect(await retries(namespace)).toEqual([]);
}, 300_000);

/** Needs the profile on the node, where the script that creates the cluster puts it. */
test('the browser runs with its own sandbox and the seccomp profile of the chart', async () => {
  const browser = { sandbox: 'userNamespaces', seccompProfile: 'adwright-browser.json' };
  await installation.install({ egressAllow: sites.egressAllow, stages: { browser } });
  const id = await client.createImage({ brand_data: { brand_url: `${sites.verdane}/scripted` } });
  expect(await paintedColors(id)).toContain('#7a1f5c');
}, 300_000);
