import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { gather } from '../../src/controllers/pipeline/gather.ts';
import type { Facts } from '../../src/controllers/pipeline/decision-input.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../src/schema/adjob.ts';
import { issueLine } from '../../src/schema/issue.ts';
import { buildJob, imageSpec } from '../support/pipeline/build-job.ts';
import { knownParties } from '../support/api/known-parties.ts';
import { freshMemory } from '../support/pipeline/pipeline-memory.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';

let rig: PipelineRig;
beforeAll(async () => {
  rig = await PipelineRig.open(systemClock);
});
afterAll(() => {
  rig.close();
});

/** Returns a job as the Kubernetes API stores it: Adwright has not validated its spec. */
function applied(spec: object, status?: AdJobStatus): AdJob {
  const given = JSON.parse(JSON.stringify({ ...imageSpec(), ...spec })) as AdJobSpec;
  return buildJob({ spec: given, ...(status && { status }) });
}

async function factsOf(job: AdJob): Promise<Facts> {
  const memory = freshMemory(rig.deps, () => job, knownParties(true));
  memory.gate.observe(job);
  const gathered = await gather(job.metadata, rig.deps, memory);
  if (gathered.kind !== 'facts') throw new Error(`the job is ${gathered.kind}`);
  return gathered.facts;
}

test('`gather` adds the defaults of a spec', async () => {
  const { job, problems } = await factsOf(applied({ image: { brandData: { brandUrl: 'https://a.example/' } } }));
  expect(problems).toEqual([]);
  expect(job.spec).toMatchObject({ image: { generationMetadata: { aspectRatios: '1:1', resolution: '1K' } } });
});

const bad = { image: { brandData: { brandUrl: 'https://a.example/' }, generationMetadata: { language: 'x' } } };

test.each<[string, object, string]>([
  ['of an unknown type', { type: 'carousel_ad' }, 'spec.type: Give one of image_ad, video_ad.'],
  ['without its request', { image: undefined }, 'spec: An image_ad requires image and forbids video'],
  ['with an invalid language', bad, 'spec.image.generationMetadata.language: Give a BCP-47 language tag'],
  ['with a callback over http', { callbackUrl: 'http://a.example/' }, 'spec.callbackUrl: Give an address that begins'],
])('`gather` reports a problem for a job %s', async (_, spec, line) => {
  const { problems } = await factsOf(applied(spec));
  expect(problems.map(issueLine).join('\n')).toContain(line);
});

test('`gather` does not validate the spec of a job that has started', async () => {
  const { job, problems } = await factsOf(applied(bad, { phase: 'PROCESSING', stages: [] }));
  expect(problems).toEqual([]);
  expect(job.spec).toMatchObject(bad);
});
