import { expect, test } from '@jest/globals';
import { clipsMax, type ModelUse } from '../model-use.ts';
import { noModels, readModels } from './models-file.ts';
import { stagePlan } from './stage-plan.ts';

const clips: ModelUse[] = [{ port: 'video', units: clipsMax, isBounded: true }];

function planOf(concurrency: number, uses = clips) {
  const model = {
    provider: 'videos-api',
    model: 'wan',
    baseUrl: 'http://films.test/v1',
    options: { dialect: 'sglang' },
  };
  const entry = { ...model, timeoutSeconds: 300, price: 0.5, concurrency };
  const { config } = readModels({ video: [entry] }, (path) => path);
  return stagePlan(config ?? noModels, 'default/acme', uses);
}

test.each([
  [1, 1],
  [2, 2],
  [10, 3],
])('a film has as many clips as a model with a concurrency of %d makes at once: %d', (concurrency, count) => {
  const plan = planOf(concurrency);
  // Two tries of each clip, each counted with a repeat, and a record and a result of each try.
  expect(plan?.costMicroUsd).toBe(count * 2 * 2 * 500_000);
  expect(plan?.files).toHaveLength(count * 2 * 2);
});

test('the clips of a film are made at once, so their time is that of two tries of one clip', () => {
  expect([planOf(1)?.seconds, planOf(10)?.seconds]).toEqual([620, 620]);
});

test('a stage without a use of a configured model has no plan', () => {
  expect(planOf(1, [{ port: 'speech', units: 8 }])).toBeUndefined();
});
