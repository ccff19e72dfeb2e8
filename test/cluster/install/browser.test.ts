import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ImageResponse } from '../../../src/ads/image/response.ts';
import { Installation, type Values } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import type { RestApi } from '../support/rest.ts';
import { startSites, type Sites } from '../support/sites.ts';
import { ofStage } from '../support/stage-jobs.ts';

const Container = z.object({
  name: z.string(),
  securityContext: z.object({ runAsUser: z.number().optional() }),
  env: z.array(z.object({ name: z.string() })).default([]),
  volumeMounts: z.array(z.object({ name: z.string() })),
});
const Pods = z.object({
  items: z.array(
    z.object({
      spec: z.object({
        securityContext: z.object({ runAsUser: z.number() }),
        initContainers: z.array(Container).default([]),
        containers: z.array(Container),
      }),
      status: z.object({ phase: z.string() }),
    }),
  ),
});

let installation: Installation;
let namespace: Namespace;
let sites: Sites;
let client: RestApi;
beforeAll(async () => {
  namespace = await Namespace.create('browser');
  installation = new Installation(namespace);
  sites = await startSites(namespace);
  await installation.install({ egressAllow: sites.egressAllow });
  client = await installation.client();
});
afterAll(() => installation.close());

/** Makes an ad for a page whose script replaces its words. Returns its response, and the stages and the pod of onboarding. */
async function made(browser?: Values) {
  if (browser !== undefined) await installation.install({ egressAllow: sites.egressAllow, stages: { browser } });
  const id = await client.createImage({ brand_data: { brand_url: `${sites.verdane}/scripted` } });
  const job = await client.ended(id, 180);
  expect(job).toMatchObject({ status: 'SUCCESS', error: null });
  const { stages } = (await namespace.adJob(id)).status;
  const pods = await namespace.kubectl('get', 'pods', '-l', ofStage(id, 'onboarding'), '-o', 'json');
  return {
    response: ImageResponse.parse(job.response),
    onboarding: stages.find(({ name }) => name === 'onboarding'),
    pods: Pods.parse(JSON.parse(pods)).items,
  };
}

const firstTry = { state: 'Succeeded', attempt: 1 };
const unpainted = expect.stringMatching(/was read without a browser/);

test('a page is read as its scripts have written it, in a browser that shares only a socket with the stage', async () => {
  const { response, onboarding, pods } = await made();
  expect(response.brand.colors).toContainEqual(expect.objectContaining({ hex: '#7a1f5c', source: 'painted' }));
  expect(response.brand.headlines.map(({ text }) => text)).toContain('Green things for slow days');
  expect(response.notes).not.toContainEqual(unpainted);
  expect(onboarding).toMatchObject(firstTry);
  const [{ spec, status } = { spec: undefined, status: undefined }] = pods;
  expect(status).toEqual({ phase: 'Succeeded' });
  expect(spec?.containers.map(({ name }) => name)).toEqual(['stage']);
  expect(spec?.securityContext.runAsUser).toBe(1_000);
  const mounts = [{ name: 'browser-socket' }, { name: 'browser-tmp' }, { name: 'browser-tmp' }];
  expect(spec?.initContainers).toEqual([
    { name: 'browser', securityContext: { runAsUser: 65_532 }, env: [], volumeMounts: mounts },
  ]);
});

test('a browser without enough memory leaves the result of the source with a note, at the first attempt', async () => {
  const { response, onboarding } = await made({
    resources: { requests: { memory: '48Mi' }, limits: { memory: '48Mi' } },
  });
  expect(response.notes).toContainEqual(unpainted);
  const texts = response.brand.headlines.map(({ text }) => text);
  expect(texts).toContain('Oils from one valley');
  expect(texts).not.toContain('Green things for slow days');
  expect(onboarding).toMatchObject(firstTry);
}, 240_000);

test('in static mode the pod has one container, and the page is read from its source without a note', async () => {
  const { response, onboarding, pods } = await made({ mode: 'static' });
  expect(pods.map(({ spec }) => [...spec.initContainers, ...spec.containers].map(({ name }) => name))).toEqual([
    ['stage'],
  ]);
  expect(response.brand.headlines.map(({ text }) => text)).toContain('Oils from one valley');
  expect(response.notes).not.toContainEqual(unpainted);
  expect(onboarding).toMatchObject(firstTry);
}, 240_000);
