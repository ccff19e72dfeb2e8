import type { Size } from '../box.ts';

/**
 * Visits pixels and their neighbours, from the `starts` on, for as long as `take` accepts them. Returns the accepted
 * pixels, as a part of `queue`, which has room for every pixel.
 */
export function spread(
  { width, height }: Size,
  starts: readonly number[],
  take: (at: number) => boolean,
  queue = new Uint32Array(width * height),
): Uint32Array {
  let [head, tail] = [0, 0];
  const visit = (at: number) => {
    if (take(at)) queue[tail++] = at;
  };
  starts.forEach(visit);
  while (head < tail) {
    const at = queue[head++] ?? 0;
    if (at % width > 0) visit(at - 1);
    if (at % width < width - 1) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at < width * (height - 1)) visit(at + width);
  }
  return queue.subarray(0, tail);
}
