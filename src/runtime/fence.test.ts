import { expect, test } from '@jest/globals';
import { writeLane } from './fence.ts';

test('the write lane runs writes in order, each after its own turn', async () => {
  const happened: string[] = [];
  const lane = writeLane(() => {
    happened.push('turn');
    return Promise.resolve();
  });
  const write = (name: string) => lane(() => Promise.resolve(happened.push(name)));
  await Promise.all([write('a'), write('b')]);
  expect(happened).toEqual(['turn', 'a', 'turn', 'b']);
});

test('a failed write does not block the next write', async () => {
  const lane = writeLane(() => Promise.resolve());
  const failed = lane(() => Promise.reject(new Error('The disk is full.')));
  const made = lane(() => Promise.resolve('made'));
  await expect(failed).rejects.toThrow('The disk is full.');
  expect(await made).toBe('made');
});
