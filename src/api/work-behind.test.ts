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

test('what would be too much at once is not begun, until there is room again', async () => {
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

test('it is idle once the last work has ended, also badly', async () => {
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
