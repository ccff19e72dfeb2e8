import { expect, test } from '@jest/globals';
import { ModelSlots } from './model-slots.ts';

const [small, large] = [
  { name: 'small', concurrency: 1 },
  { name: 'large', concurrency: 2 },
];

test('a model is used by at most as many stages as it may be', () => {
  const slots = new ModelSlots();
  expect(['a', 'b', 'c'].map((uid) => slots.take(uid, 'image', [large]))).toEqual([true, true, false]);
});

test('a stage that lacks one of its models uses none of them', () => {
  const slots = new ModelSlots();
  slots.take('a', 'image', [small]);
  expect(slots.take('b', 'image', [large, small])).toBe(false);
  expect(['c', 'd'].map((uid) => slots.take(uid, 'image', [large]))).toEqual([true, true]);
});

test('a stage that takes its models again stays counted once', () => {
  const slots = new ModelSlots();
  expect([slots.take('a', 'image', [small]), slots.take('a', 'image', [small])]).toEqual([true, true]);
});

test('a job whose stage has ended frees its models, and one whose stage still runs keeps them', () => {
  const slots = new ModelSlots();
  slots.take('a', 'image', [small]);
  slots.release('a', { stage: 'image', attempt: 1 });
  expect(slots.take('b', 'image', [small])).toBe(false);
  slots.release('a');
  expect(slots.take('b', 'image', [small])).toBe(true);
});

test('a running stage counts beyond the limit after a restart', () => {
  const slots = new ModelSlots();
  for (const uid of ['a', 'b']) slots.hold(uid, 'image', [small]);
  slots.release('a');
  expect(slots.take('c', 'image', [small])).toBe(false);
});
