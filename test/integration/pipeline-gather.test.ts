import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { gather } from '../../src/controllers/pipeline/gather.ts';
import type { Seen } from '../../src/controllers/pipeline/seen.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../src/schema/adjob.ts';
import { issueLine } from '../../src/schema/issue.ts';
import { buildJob, imageSpec } from '../support/build-job.ts';
import { knownParties } from '../support/known-parties.ts';
import { freshMemory } from '../support/pipeline-memory.ts';
import { PipelineRig } from '../support/pipeline-rig.ts';

let rig: PipelineRig;
beforeAll(async () => {
  rig = await PipelineRig.open(systemClock);
});
afterAll(() => {
  rig.close();
});

/** A job as a cluster holds it: nobody of ours has read it. */
function applied(spec: object, status?: AdJobStatus): AdJob {
  const given = JSON.parse(JSON.stringify({ ...imageSpec(), ...spec })) as AdJobSpec;
  return buildJob({ spec: given, ...(status && { status }) });
}

async function seen(job: AdJob): Promise<Seen> {
  const memory = freshMemory(rig.deps, () => job, knownParties(true));
  memory.gate.observe(job);
  const gathered = await gather(job.metadata, rig.deps, memory);
  if (gathered.kind !== 'seen') throw new Error(`It is ${gathered.kind}.`);
  return gathered.seen;
}

test('a spec without defaults gets them', async () => {
  const { job, problems } = await seen(applied({ image: { brandData: { brandUrl: 'https://a.example/' } } }));
  expect(problems).toEqual([]);
  expect(job.spec.image?.generationMetadata).toMatchObject({ aspectRatios: '1:1', resolution: '1K' });
});

const bad = { image: { brandData: { brandUrl: 'https://a.example/' }, generationMetadata: { language: 'x' } } };

test.each<[string, object, string]>([
  ['of a type that only a newer version knows', { type: 'carousel_ad' }, 'spec.type: Give one of image_ad, video_ad.'],
  ['without its request', { image: undefined }, 'spec: An image_ad requires image and forbids video'],
  ['in no language', bad, 'spec.image.generationMetadata.language: Give a BCP-47 language tag'],
  ['with a callback over http', { callbackUrl: 'http://a.example/' }, 'spec.callbackUrl: Give an address that begins'],
])('a job %s has a problem', async (_, spec, line) => {
  const { problems } = await seen(applied(spec));
  expect(problems.map(issueLine).join('\n')).toContain(line);
});

test('a job that is under way is not judged again', async () => {
  const { job, problems } = await seen(applied(bad, { phase: 'PROCESSING', stages: [] }));
  expect(problems).toEqual([]);
  expect(job.spec).toMatchObject(bad);
});
