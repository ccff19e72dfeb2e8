import type { Size } from '../../studio/box.ts';

type SizeText = `${number}x${number}`;

/** Models draw sizes in multiples of 16 pixels. */
const grid = 16;

/**
 * Returns the size to ask for: of these sizes, the nearest one by aspect ratio, and of equally near ones the smallest
 * that is large enough, or the largest. Without a list, the wanted size, rounded up to multiples of 16.
 */
export function sizeFor(wanted: Size, sizes: readonly string[] = []): SizeText {
  const [first, ...others] = sizes.map(parsed);
  if (first === undefined) return text({ width: onGrid(wanted.width), height: onGrid(wanted.height) });
  return text(others.reduce((best, size) => (isBetter(size, best, wanted) ? size : best), first));
}

/** Returns the nearest of these aspect ratios, such as `4:5`. */
export function aspectFor<Ratio extends `${number}:${number}`>(
  wanted: Size,
  ratios: readonly [Ratio, ...Ratio[]],
): Ratio {
  const distance = (ratio: string): number => {
    const [width = 1, height = 1] = ratio.split(':').map(Number);
    return stretch({ width, height }, wanted);
  };
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

function isBetter(size: Size, best: Size, wanted: Size): boolean {
  const difference = stretch(size, wanted) - stretch(best, wanted);
  if (Math.abs(difference) > 1e-3) return difference < 0;
  const isLarge = (one: Size): boolean => one.width >= wanted.width;
  if (isLarge(size) !== isLarge(best)) return isLarge(size);
  return isLarge(size) === size.width < best.width;
}

/** Difference of two aspect ratios, in the logarithm: 4:5 is as far from 1:1 as 5:4. */
const stretch = (one: Size, other: Size): number =>
  Math.abs(Math.log((one.width * other.height) / (one.height * other.width)));

const onGrid = (pixels: number): number => Math.ceil(pixels / grid) * grid;
const text = ({ width, height }: Size): SizeText => `${width}x${height}`;

function parsed(size: string): Size {
  const [width = 1, height = 1] = size.split('x').map(Number);
  return { width, height };
}
