import { expect, test } from '@jest/globals';
import { MemoryArtifacts } from '../../../test/support/stores/memory-artifacts.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import { resultKey, stageInput } from './stage-input.ts';

test.each([
  [1, []],
  [2, ['previous/brief.json', 'previous/materials.bin']],
  [3, []],
])('attempt %i of the image stage may read %j of the attempt before', async (attempt, wanted) => {
  const files = { jobId: 'job', stage: 'image', attempt };
  const definition = stagesOf('image_ad').find(({ name }) => name === 'image');
  if (definition === undefined) throw new Error('There is no image stage.');
  const spec: AdJobSpec = { type: 'image_ad', accountRef: { name: 'acme' } };
  const { inputs } = await stageInput(
    {
      ...{ files, definition, spec, status: {}, earlier: {}, models: undefined, accessSeconds: 60 },
      resultAt: resultKey(files, 'secret'),
      previousAt: resultKey({ ...files, attempt: attempt - 1 }, 'secret'),
    },
    new MemoryArtifacts(),
  );
  expect(
    Object.keys(inputs)
      .filter((name) => name !== 'request')
      .toSorted(),
  ).toEqual(wanted);
});
