import { expect, test } from '@jest/globals';
import { stageNames } from '../domain/pipelines.ts';
import { stageLoaders } from './registry.ts';

test('exactly the stages of the available types and the redraw have a loader', () => {
  expect([...stageLoaders.keys()]).toEqual([...stageNames, 'redraw']);
});
