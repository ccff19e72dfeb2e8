import type { Size } from '../box.ts';
import { type Ground, groundOf, groundTolerance, lightMin } from './ground.ts';

/** Maximum value of the mask, 0 to 1, in a pixel that is certainly background. */
const surelyGround = 0.1;
/** Minimum share of these pixels, 0 to 1, that have the fitted colour. With fewer, the background is not plain. */
const plainMin = 0.8;
/** Minimum share of the picture, 0 to 1, that is certainly background. */
const groundMin = 0.05;
/** Number of fits. Each leaves out the pixels that differ most from the one before. */
const rounds = 5;
/** Number of pixels to which the colour is fitted. */
const samplesMax = 3_000;

type Terms = readonly number[];
/** Coefficients of the terms, for each channel. */
type Fit = readonly (readonly number[])[];

interface Seen {
  /** Picture of a few hundred pixels a side, RGB. */
  small: Buffer;
  smallSize: Size;
  /** Mask of the network in the same size, 0 to 1. */
  mask: Float32Array;
}

/**
 * Returns the background around the objects that a network has found: a colour that changes gradually over the picture,
 * as light does on a studio background. Returns null if the background is busy or dark.
 */
export function fittedGround(pixels: Buffer, size: Size, { small, smallSize, mask }: Seen): Ground | null {
  const all = Array.from(mask.keys()).filter((at) => (mask[at] ?? 1) < surelyGround);
  if (all.length < groundMin * mask.length) return null;
  const stride = Math.ceil(all.length / samplesMax);
  const sure = all.filter((_, i) => i % stride === 0);
  const termsAt = (at: number): Terms =>
    termsOf((at % smallSize.width) / smallSize.width, Math.floor(at / smallSize.width) / smallSize.height);
  const off = (fit: Fit, at: number): number => {
    const terms = termsAt(at);
    return fit.reduce((sum, channel, c) => sum + Math.abs((small[at * 3 + c] ?? 0) - valueOf(channel, terms)), 0);
  };
  let kept = sure;
  let fit: Fit = [];
  for (let round = 0; round < rounds; round++) {
    fit = [0, 1, 2].map((c) => fitted(kept.map((at) => ({ terms: termsAt(at), value: small[at * 3 + c] ?? 0 }))));
    const offs = sure.map((at) => off(fit, at));
    const limit = Math.max(groundTolerance, offs.toSorted((a, b) => a - b)[Math.floor(offs.length * 0.6)] ?? 0);
    kept = sure.filter((_, i) => (offs[i] ?? 0) <= limit);
  }
  const plain = sure.filter((at) => off(fit, at) <= groundTolerance);
  if (plain.length < plainMin * sure.length) return null;
  const mean = plain.reduce(
    (sum, at) => sum + (small[at * 3] ?? 0) + (small[at * 3 + 1] ?? 0) + (small[at * 3 + 2] ?? 0),
    0,
  );
  return mean / 3 / plain.length < lightMin ? null : groundOf(pixels, size, colorsOf(fit, size));
}

/** Terms of a quadratic function of the place, which is in fractions of the picture. */
const termsOf = (x: number, y: number): Terms => [1, x, y, x * x, x * y, y * y];

const valueOf = (channel: readonly number[], terms: Terms): number =>
  terms.reduce((sum, term, i) => sum + term * (channel[i] ?? 0), 0);

/** Evaluates the colours once, because they are read several times for each pixel. */
function colorsOf(fit: Fit, { width, height }: Size): Ground['colorAt'] {
  const colors = new Uint8ClampedArray(width * height * 3);
  for (const [c, [a = 0, b = 0, d = 0, e = 0, f = 0, g = 0]] of fit.entries())
    for (let y = 0; y < height; y++) {
      const v = y / height;
      const [constant, linear] = [a + d * v + g * v * v, b + f * v];
      for (let x = 0, at = y * width * 3 + c; x < width; x++, at += 3) {
        const u = x / width;
        colors[at] = constant + linear * u + e * u * u;
      }
    }
  return (at, channel) => colors[at * 3 + channel] ?? 0;
}

/** Returns the coefficients with the smallest squared error, by the normal equations. */
function fitted(samples: readonly { terms: Terms; value: number }[]): number[] {
  const count = 6;
  const rows = Array.from({ length: count }, () => new Float64Array(count + 1));
  for (const { terms, value } of samples)
    for (const [i, row] of rows.entries()) {
      const term = terms[i] ?? 0;
      for (let j = 0; j < count; j++) row[j] = (row[j] ?? 0) + term * (terms[j] ?? 0);
      row[count] = (row[count] ?? 0) + term * value;
    }
  return solved(rows);
}

/** Solves a system of linear equations, with its right side as the last column, by Gaussian elimination. */
function solved(rows: Float64Array[]): number[] {
  for (const [i, pivot] of rows.entries()) {
    pivot[i] = (pivot[i] ?? 0) + 1e-6; // A picture with a narrow background has nearly dependent rows.
    for (const [k, row] of rows.entries()) {
      if (k === i) continue;
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let j = i; j < row.length; j++) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
