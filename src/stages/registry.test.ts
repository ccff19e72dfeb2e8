import { expect, test } from '@jest/globals';
import { availableStages } from '../domain/pipelines.ts';
import { stageLoaders } from './registry.ts';

test('exactly the stages of the available types have a loader', () => {
  expect([...stageLoaders.keys()]).toEqual(availableStages);
});
