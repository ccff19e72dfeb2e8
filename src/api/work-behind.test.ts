import { expect, test } from '@jest/globals';
import { settle } from '../../test/support/fake-clock.ts';
import { WorkBehind } from './work-behind.ts';

/** Work that a test ends or fails. */
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

test('WorkBehind refuses work over its limit until earlier work has ended', async () => {
  const behind = new WorkBehind(1);
  const first = held();
  expect(behind.run(first.work)).toBe(true);
  let begun = 0;
  const second = () => Promise.resolve((begun += 1));
  expect(behind.run(second)).toBe(false);
  expect(begun).toBe(0);
  first.end();
  await settle();
  expect(behind.run(second)).toBe(true);
  expect(begun).toBe(1);
});

test('WorkBehind is idle once its last work has ended, even if work failed', async () => {
  const behind = new WorkBehind(2);
  const [first, second] = [held(), held()];
  let isIdle = false;
  behind.run(first.work);
  void behind.idle().then(() => (isIdle = true));
  behind.run(second.work);
  first.fail();
  await settle();
  expect(isIdle).toBe(false);
  second.end();
  await settle();
  expect(isIdle).toBe(true);
  await behind.idle();
});
