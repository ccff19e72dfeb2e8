import { describe, expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../test/support/build-job.ts';
import { jobTypes } from '../schema/adjob.ts';
import { pipelines, type StageDefinition } from './pipelines.ts';

const named = (type: keyof typeof pipelines, name: string): StageDefinition => {
  const found = pipelines[type].find((stage) => stage.name === name);
  if (found === undefined) throw new Error(`there is no stage ${name}`);
  return found;
};

describe.each(jobTypes)('the pipeline of %s', (type) => {
  const spec = type === 'image_ad' ? imageSpec() : videoSpec();

  test(`a stage of the ${type} pipeline reads only what an earlier stage writes`, () => {
    const written = new Set<string>();
    for (const stage of pipelines[type]) {
      for (const input of stage.inputs) expect(written).toContain(input);
      for (const file of stage.outputs(spec)) written.add(`${stage.name}/${file}`);
    }
  });

  test(`the last stage of the ${type} pipeline is mandatory`, () => {
    expect(pipelines[type].at(-1)).toMatchObject({ optional: false });
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
  const { generationMetadata } = imageSpec().image ?? {};
  if (generationMetadata === undefined) throw new Error('the sample spec has no image');
  const image = {
    brandData: brand ? { brandUrl: 'https://a.example' } : {},
    generationMetadata,
    ...(product && { productMetadata: { productUrl: 'https://a.example/shoe', productImages: [] } }),
  };
  expect(named('image_ad', 'onboarding').skippedWhen(imageSpec({ image }))).toBeUndefined();
});

test('a video without pages skips the onboarding stage', () => {
  expect(named('video_ad', 'onboarding').skippedWhen(videoSpec())).toBeDefined();
});
