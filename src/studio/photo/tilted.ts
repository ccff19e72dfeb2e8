import { oncePer } from '../../domain/once.ts';
import { type CutOut, trimmed } from './cut-out.ts';

const tiltDegrees = 16;

/**
 * Returns a cut-out turned clockwise, for products that lean or fly in a film; null if it has no visible part. Each
 * cut-out is turned once, always by the same angle.
 */
export const tilted = oncePer((product: CutOut): CutOut | null => turned(product, (tiltDegrees * Math.PI) / 180));

function turned(product: CutOut, angle: number): CutOut | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.ceil(product.width * cos + product.height * sin);
  const height = Math.ceil(product.width * sin + product.height * cos);
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const fromX = cos * dx + sin * dy + (product.width - 1) / 2;
      const fromY = cos * dy - sin * dx + (product.height - 1) / 2;
      // Most of the corners of the turned picture lie outside the product.
      if (fromX > -1 && fromY > -1 && fromX < product.width && fromY < product.height)
        mixNeighbours(product, [fromX, fromY], pixels, to);
    }
  return trimmed(pixels, { width, height }, product.scale);
}

/** Writes the mean of the four pixels around a point, weighted by their distance and opacity. */
function mixNeighbours(product: CutOut, [x, y]: [number, number], target: Buffer, to: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const { pixels } = product;
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const [column, row] = [left + (corner & 1), top + (corner >> 1)];
    const at = offsetOf(product, column, row);
    const share = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row)) * valueAt(pixels, at, 3);
    red += share * valueAt(pixels, at, 0);
    green += share * valueAt(pixels, at, 1);
    blue += share * valueAt(pixels, at, 2);
    opacity += share;
  }
  if (opacity < 0.5) return;
  target[to] = red / opacity;
  target[to + 1] = green / opacity;
  target[to + 2] = blue / opacity;
  target[to + 3] = opacity;
}

/** Returns the offset of a pixel in the bytes of a cut-out, or -1 for a pixel outside. */
const offsetOf = ({ width, height }: CutOut, x: number, y: number): number =>
  x >= 0 && y >= 0 && x < width && y < height ? (y * width + x) * 4 : -1;

/** Returns 0 for a pixel outside the cut-out. */
const valueAt = (pixels: Buffer, at: number, channel: number): number => (at < 0 ? 0 : (pixels[at + channel] ?? 0));
