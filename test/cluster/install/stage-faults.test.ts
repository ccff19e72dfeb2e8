import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../support/process/until.ts';
import { Installation } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { filmRequest, siteRequest } from '../support/requests.ts';
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

/** Makes an ad while stages fail on purpose. Returns the job and its stages. */
async function withFaults(
  stageFaults: object,
  stageDeadlines: object = {},
): Promise<{ job: SeenJob; stages: string[] }> {
  // A pod gets its deadline plus the time for an image pull, and the image is already on the node.
  const controller = { stageDeadlines, imagePullSeconds: 5 };
  await installation.install({ egressAllow: sites.egressAllow, controller, testing: { stageFaults } });
  const id = await client.createImage(siteRequest(sites));
  const job = await client.ended(id, 300);
  const { stages } = (await namespace.adJob(id)).status;
  return { job, stages: stages.map(({ name, state, attempt }) => `${name} ${state} ${attempt}`) };
}

test('a crashing stage gets three attempts, a single crash is retried, and a permanent failure is final', async () => {
  const { job, stages } = await withFaults({ onboarding: 'crash', concept: 'crash-once', image: 'permanent' });
  expect(stages).toEqual(['onboarding Failed 3', 'concept Succeeded 2', 'image Failed 1']);
  expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\[image_model_error\]$/) });
}, 420_000);

test('a stage that hangs, exceeds its memory or writes garbage is stopped and gets three attempts', async () => {
  const faults = { onboarding: 'hang', concept: 'oom', image: 'garbage' };
  const { job, stages } = await withFaults(faults, { onboarding: 8 });
  expect(stages).toEqual(['onboarding Failed 3', 'concept Failed 3', 'image Failed 3']);
  expect(job).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/\[image_model_error\]$/) });
}, 420_000);

test('a stage that hangs after it has written its result counts as succeeded', async () => {
  const { job, stages } = await withFaults({ concept: 'late', image: 'late' }, { concept: 20, image: 30 });
  expect(stages).toEqual(['onboarding Succeeded 1', 'concept Succeeded 1', 'image Succeeded 1']);
  expect(job).toMatchObject({ status: 'SUCCESS' });
}, 420_000);

test('a film whose pod has too little memory gets three attempts, and its credits are released', async () => {
  const resources = { requests: { memory: '160Mi' }, limits: { memory: '160Mi' } };
  await installation.install({ egressAllow: sites.egressAllow, stages: { perStage: { video: { resources } } } });
  const before = await client.credits();
  const id = await client.createFilm(filmRequest);
  expect(await client.ended(id, 300)).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/\[video_model_error\]$/),
  });
  const { stages } = (await namespace.adJob(id)).status;
  expect(stages).toContainEqual(expect.objectContaining({ name: 'video', state: 'Failed', attempt: 3 }));
  await until(async () => (await client.credits()).reserved === before.reserved);
  expect(await client.credits()).toEqual(before);
}, 420_000);
