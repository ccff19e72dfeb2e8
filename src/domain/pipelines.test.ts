import { readFileSync } from 'node:fs';
import { adTypes } from '#ad-types';
import { describe, expect, test } from '@jest/globals';
import { imageRequest, imageSpec, videoSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdType } from '../ads/ad-type.ts';
import type { StageDefinition } from '../ads/stage-definition.ts';
import type { AdSpec } from '../schema/ad-spec.ts';
import { camelKeys } from '../schema/camel.ts';
import { stagesOf } from './pipelines.ts';

const named = (type: string, name: string): StageDefinition => {
  const found = stagesOf(type).find((stage) => stage.name === name);
  if (found === undefined) throw new Error(`there is no stage ${name}`);
  return found;
};

const folder = new URL('../../examples/requests/', import.meta.url);

/** Returns the spec of a job with the first example request of its type. */
function exampleSpec({ name, field, request, endpoint }: AdType): AdSpec {
  const [{ value, file = '' } = {}] = Object.values(endpoint.bodyExamples ?? {});
  const body: unknown = value ?? JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const { callback_url: _, ...ad } = request.parse(body);
  return { type: name, [field]: camelKeys(ad) };
}

describe.each(adTypes.map((type) => [type.name, exampleSpec(type)] as const))('the pipeline of %s', (type, spec) => {
  test(`a stage of the ${type} pipeline reads only what an earlier stage writes`, () => {
    const written = new Set<string>();
    for (const stage of stagesOf(type)) {
      for (const input of stage.inputs) expect(written).toContain(input);
      for (const file of stage.outputs(spec)) written.add(`${stage.name}/${file}`);
    }
  });

  test(`the last stage of the ${type} pipeline is mandatory`, () => {
    expect(stagesOf(type).at(-1)).toMatchObject({ optional: false });
  });
});

test('the image stage writes one image for each aspect ratio', () => {
  const spec = imageSpec({}, { aspectRatios: '1:1, 9:16' });
  expect(named('image_ad', 'image').outputs(spec)).toEqual([
    ...['materials.bin', 'brief.json', 'made.json', 'ad-1.png', 'ad-2.png'],
  ]);
});

test.each<[string, boolean, boolean]>([
  ['a brand page', true, false],
  ['a product page', false, true],
])('%s alone requires the onboarding stage', (_, brand, product) => {
  const image = {
    ...imageRequest(),
    brandData: brand ? { brandUrl: 'https://a.example' } : { brandImages: [{ imageUrl: 'https://a.example/1' }] },
    ...(product && { productMetadata: { productUrl: 'https://a.example/shoe', productImages: [] } }),
  };
  expect(named('image_ad', 'onboarding').skippedWhen(imageSpec({ image }))).toBeUndefined();
});

test('a video without pages skips the onboarding stage', () => {
  expect(named('video_ad', 'onboarding').skippedWhen(videoSpec())).toBeDefined();
});
