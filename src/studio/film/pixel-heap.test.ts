import { expect, test } from '@jest/globals';
import { PixelHeap } from './pixel-heap.ts';

test('bytes that are given back are used again, also by something larger than each of them', () => {
  const heap = new PixelHeap();
  const [first, second] = [heap.allocate(50_000), heap.allocate(50_000)];
  heap.allocate(100);
  const { length } = heap.bytes;
  heap.free(second);
  heap.free(first);
  expect(heap.allocate(90_000)).toBe(first);
  expect(heap.bytes).toHaveLength(length);
});

test('bytes in use are not given away', () => {
  const heap = new PixelHeap();
  const kept = heap.store(Uint8Array.of(1, 2, 3));
  heap.free(heap.store(new Uint8Array(1_000)));
  for (let at = 0; at < 20; at++) heap.store(new Uint8Array(900).fill(9));
  expect([...heap.bytes.subarray(kept, kept + 3)]).toEqual([1, 2, 3]);
});
