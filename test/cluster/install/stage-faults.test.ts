import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Installation } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { siteRequest } from '../support/requests.ts';
import type { RestApi, SeenJob } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';

let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('stage-faults');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow });
  client = await installation.client();
});
afterAll(() => installation.close());

/** Job and stages of an ad that is made while stages fail on purpose. */
async function withFaults(
  stageFaults: object,
  stageDeadlines: object = {},
): Promise<{ job: SeenJob; stages: string[] }> {
  // A pod may take its deadline and what an image may take to be pulled, which here is there already.
  const controller = { stageDeadlines, imagePullSeconds: 5 };
  await installation.install({ egressAllow: sites.egressAllow, controller, testing: { stageFaults } });
  const id = await client.createImage(siteRequest(sites));
  const job = await client.ended(id, 300);
  const { stages } = (await namespace.adJob(id)).status;
  return { job, stages: stages.map(({ name, state, attempt }) => `${name} ${state} ${attempt}`) };
}

test('a crash is tried three times, once is mended, and what is permanent is final at once', async () => {
  const { job, stages } = await withFaults({ onboarding: 'crash', concept: 'crash-once', image: 'permanent' });
  expect(stages).toEqual(['onboarding Failed 3', 'concept Succeeded 2', 'image Failed 1']);
  expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\[image_model_error\]$/) });
}, 420_000);

test('what hangs, takes all memory or leaves garbage is stopped, and three times is enough', async () => {
  const faults = { onboarding: 'hang', concept: 'oom', image: 'garbage' };
  const { job, stages } = await withFaults(faults, { onboarding: 8 });
  expect(stages).toEqual(['onboarding Failed 3', 'concept Failed 3', 'image Failed 3']);
  expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\[image_model_error\]$/) });
}, 420_000);

test('what has written its result before it hangs has not worked in vain', async () => {
  const { job, stages } = await withFaults({ concept: 'late', image: 'late' }, { concept: 20, image: 30 });
  expect(stages).toEqual(['onboarding Succeeded 1', 'concept Succeeded 1', 'image Succeeded 1']);
  expect(job).toMatchObject({ status: 'SUCCESS' });
}, 420_000);
