import { expect, test } from '@jest/globals';
import { settle } from '../../../test/support/time/fake-clock.ts';
import { BoundedBackground } from './bounded-background.ts';

/** Returns a task, and two functions by which a test makes the task succeed or fail. */
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

test('BoundedBackground refuses work over its limit until earlier work has ended', async () => {
  const background = new BoundedBackground(1);
  const first = held();
  expect(background.run(first.work)).toBe(true);
  let begun = 0;
  const second = () => Promise.resolve((begun += 1));
  expect(background.run(second)).toBe(false);
  expect(begun).toBe(0);
  first.end();
  await settle();
  expect(background.run(second)).toBe(true);
  expect(begun).toBe(1);
});

test('BoundedBackground is idle once its last work has ended, even if work failed', async () => {
  const background = new BoundedBackground(2);
  const [first, second] = [held(), held()];
  let isIdle = false;
  background.run(first.work);
  void background.idle().then(() => (isIdle = true));
  background.run(second.work);
  first.fail();
  await settle();
  expect(isIdle).toBe(false);
  second.end();
  await settle();
  expect(isIdle).toBe(true);
  await background.idle();
});
