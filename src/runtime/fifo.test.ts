import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Fifo } from './fifo.ts';

test('Fifo returns items in the order in which they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (steps) => {
      const fifo = new Fifo<number>();
      const model: number[] = [];
      for (const step of steps) {
        if (step === null) expect(fifo.shift()).toBe(model.shift());
        else model.push(step);
        if (step !== null) fifo.push(step);
        expect(fifo.length).toBe(model.length);
        expect(fifo.first).toBe(model[0]);
      }
    }),
  );
});

test('Fifo keeps its order when it trims the items that were taken', () => {
  const fifo = new Fifo<number>();
  for (let item = 0; item < 5_000; item += 1) fifo.push(item);
  for (let item = 0; item < 4_000; item += 1) expect(fifo.shift()).toBe(item);
  fifo.push(5_000);
  for (let item = 4_000; item <= 5_000; item += 1) expect(fifo.shift()).toBe(item);
  expect(fifo.shift()).toBeUndefined();
});
