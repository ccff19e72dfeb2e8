import type { Size } from '../../studio/box.ts';

/** Minimum length of a side as a share of the wanted length: less would be blurred in the ad. */
const sideShareMin = 0.5;
/** Maximum difference of the aspect ratio as a share. With more, too much is cropped. */
const ratioMax = 0.25;

/** Returns why a picture or clip of a size cannot be used in place of one of the wanted size, as clauses. */
export function sizeFaults({ width, height }: Size, wanted: Size): string[] {
  const ratio = width / height / (wanted.width / wanted.height);
  const isSmall = width < sideShareMin * wanted.width || height < sideShareMin * wanted.height;
  return [
    ...(isSmall
      ? [`the size is only ${width} by ${height} pixels; wanted are ${wanted.width} by ${wanted.height}`]
      : []),
    ...(Math.max(ratio, 1 / ratio) > 1 + ratioMax
      ? [`the aspect ratio is ${(width / height).toFixed(2)} and not ${(wanted.width / wanted.height).toFixed(2)}`]
      : []),
  ];
}
