import { expect, test } from '@jest/globals';
import { settle } from '../../test/support/fake-clock.ts';
import { BoundedBackground } from './bounded-background.ts';

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

test('it is idle once the last work has ended, also badly', async () => {
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
