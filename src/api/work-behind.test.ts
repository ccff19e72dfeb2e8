import { expect, test } from '@jest/globals';
import { settle } from '../../test/support/fake-clock.ts';
import { WorkBehind } from './work-behind.ts';

/** Work that ends when it is told to. */
function held() {
  let [end, fail] = [(): void => undefined, (): void => undefined];
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => {
      reject(new Error('no'));
    };
  });
  return { work: () => promise, end, fail };
}

test('whoever waits for the work is told when it has ended, also badly', async () => {
  const behind = new WorkBehind(2);
  const [good, bad] = [held(), held()];
  const told: string[] = [];
  void behind.run(good.work)?.then(() => told.push('good'));
  void behind.run(bad.work)?.then(() => told.push('bad'));
  await settle();
  expect(told).toEqual([]);
  bad.fail();
  await settle();
  expect(told).toEqual(['bad']);
  good.end();
  await settle();
  expect(told).toEqual(['bad', 'good']);
});

test('what would be too much at once is not begun, until there is room again', async () => {
  const behind = new WorkBehind(1);
  const first = held();
  void behind.run(first.work);
  let begun = 0;
  const second = () => Promise.resolve((begun += 1));
  expect(behind.run(second)).toBeUndefined();
  expect(begun).toBe(0);
  first.end();
  await settle();
  await behind.run(second);
  expect(begun).toBe(1);
});

test('it is idle once the last work has ended', async () => {
  const behind = new WorkBehind(2);
  const [first, second] = [held(), held()];
  let isIdle = false;
  void behind.run(first.work);
  void behind.idle().then(() => (isIdle = true));
  void behind.run(second.work);
  first.end();
  await settle();
  expect(isIdle).toBe(false);
  second.end();
  await settle();
  expect(isIdle).toBe(true);
  await behind.idle();
});
