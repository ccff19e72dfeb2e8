import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Placement } from './film.ts';
import { type Frame, frameOf } from './frame.ts';
import { boxOf, SpritePainter } from './paint-sprite.ts';
import { roundedCoverage } from '../canvas/canvas.ts';
import type { Sprite } from './sprite.ts';

const canvas = { width: 32, height: 24 };
const whole = { left: 0, top: 0, right: 32, bottom: 24 };

/** Bitmap with smooth colours and some noise, as a function of its seed. */
function madeSprite(width: number, height: number, seed: number, hasAlpha: boolean): Sprite {
  const plane = (w: number, h: number, salt: number) =>
    Uint8Array.from({ length: w * h }, (_, i) => 16 + ((i * 7 + salt * 31 + seed * 13 + (i % w) * 5) % 200));
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const opaque = {
    y: plane(width, height, 1),
    u: plane(halfWidth, halfHeight, 2),
    v: plane(halfWidth, halfHeight, 3),
  };
  if (!hasAlpha) return { width, height, ...opaque, alpha: null };
  const alpha = { full: plane(width, height, 4), half: plane(halfWidth, halfHeight, 5) };
  const times = (color: Uint8Array, by: Uint8Array) => color.map((value, i) => (value * (by[i] ?? 0)) / 255);
  return {
    width,
    height,
    y: times(opaque.y, alpha.full),
    u: times(opaque.u, alpha.half),
    v: times(opaque.v, alpha.half),
    alpha,
  };
}

/** Bilinear sample in floating point at a position counted from the centre of the first sample. */
function sampleAt(samples: Uint8Array, width: number, [x, y]: [number, number]): number {
  const height = samples.length / width;
  const [cx, cy] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const at = (column: number, row: number) =>
    samples[Math.min(height - 1, row) * width + Math.min(width - 1, column)] ?? 0;
  const mix = (a: number, b: number, part: number) => a + (b - a) * part;
  const upper = mix(at(left, top), at(left + 1, top), cx - left);
  return mix(upper, mix(at(left, top + 1), at(left + 1, top + 1), cx - left), cy - top);
}

/** Paints the brightness of a sprite in floating point, pixel by pixel. */
function expectedLuma(before: Uint8Array, sprite: Sprite, placement: Placement): number[] {
  const { x, y, scale, opacity, clip } = placement;
  return Array.from(before, (under, i) => {
    const [column, row] = [i % canvas.width, Math.floor(i / canvas.width)];
    const inside = roundedCoverage(column + 0.5, row + 0.5, boxOf(sprite, placement), 0);
    const shown = clip === undefined ? 1 : roundedCoverage(column + 0.5, row + 0.5, clip, clip.radius);
    const position: [number, number] = [(column + 0.5 - x) / scale - 0.5, (row + 0.5 - y) / scale - 0.5];
    const share = inside * shown * opacity;
    const own = sampleAt(sprite.y, sprite.width, position);
    const alpha = sprite.alpha === null ? 255 : sampleAt(sprite.alpha.full, sprite.width, position);
    return own * share + under * (1 - (alpha / 255) * share);
  });
}

const farthest = (painted: Uint8Array, expected: readonly number[]): number =>
  expected.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (painted[i] ?? 0))), 0);

/** Paints a sprite on a frame, as a film does. */
function paint(frame: Frame, sprite: Sprite, placement: Placement, area = whole): void {
  const painter = new SpritePainter();
  const target = painter.newFrame(canvas);
  const stored = painter.stored(sprite);
  painter.bytesOf(target).set(frame.bytes);
  painter.paint(target, stored, placement, area);
  frame.bytes.set(painter.bytesOf(target));
}

function grey(): Frame {
  const frame = frameOf(canvas);
  frame.bytes.fill(90);
  return frame;
}

/** Evenly distributed numbers. `fc.double` mostly gives numbers close to 0. */
const numbers = (min: number, max: number) => fc.nat(10_000).map((part) => min + ((max - min) * part) / 10_000);

const placements = fc.record({
  x: numbers(-20, 30),
  y: numbers(-20, 22),
  scale: fc.oneof(fc.constant(1), numbers(0.5, 2.5)),
  opacity: fc.oneof(fc.constant(1), numbers(0, 1)),
});
const clips = fc.record({
  x: numbers(-5, 25),
  y: numbers(-5, 20),
  width: numbers(4, 40),
  height: numbers(4, 40),
  radius: numbers(0, 2),
});

describe('a painted sprite', () => {
  test('a painted sprite agrees with interpolation in floating point to three levels of brightness', () => {
    const sprites = fc.record({
      width: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 50 }),
      seed: fc.nat(50),
      hasAlpha: fc.boolean(),
    });
    fc.assert(
      fc.property(sprites, placements, fc.option(clips, { nil: undefined }), ({ width, height, ...made }, at, clip) => {
        const sprite = madeSprite(width, height, made.seed, made.hasAlpha);
        const placement: Placement = clip === undefined ? at : { ...at, clip };
        const frame = grey();
        const expected = expectedLuma(frame.y, sprite, placement);
        paint(frame, sprite, placement);
        expect(farthest(frame.y, expected)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 400 },
    );
  });

  test('a sprite of one colour keeps its colour at every position, in brightness and chroma', () => {
    const sprite = madeSprite(80, 80, 0, false);
    sprite.y.fill(180);
    sprite.u.fill(100);
    sprite.v.fill(140);
    fc.assert(
      fc.property(numbers(-15, 0), numbers(0.7, 2), (x, scale) => {
        const frame = grey();
        paint(frame, sprite, { x, y: x / 2, scale, opacity: 1 });
        expect([new Set(frame.y), new Set(frame.u), new Set(frame.v)]).toEqual([
          new Set([180]),
          new Set([100]),
          new Set([140]),
        ]);
      }),
      { numRuns: 100 },
    );
  });

  test('a sprite at an even position is copied unchanged', () => {
    const sprite = madeSprite(40, 40, 7, false);
    const frame = frameOf(canvas);
    paint(frame, sprite, { x: -4, y: -6, scale: 1, opacity: 1 });
    expect(frame.y[0]).toBe(sprite.y[6 * 40 + 4]);
    expect(Array.from(frame.u.subarray(16, 32))).toEqual(Array.from(sprite.u.subarray(4 * 20 + 2, 4 * 20 + 18)));
  });

  test('opaque pixels of a sprite with alpha hide the pixels under them completely', () => {
    const sprite = madeSprite(40, 40, 0, true);
    sprite.alpha?.full.fill(255);
    sprite.y.fill(16);
    const frame = frameOf(canvas);
    frame.y.fill(235);
    paint(frame, sprite, { x: 0, y: 0, scale: 1, opacity: 1 });
    expect(new Set(frame.y)).toEqual(new Set([16]));
  });

  test('chroma moves with the brightness when a sprite moves by one pixel', () => {
    const sprite = madeSprite(40, 40, 0, false);
    sprite.u.forEach((_, i) => (sprite.u[i] = 4 * (i % 20) + 20));
    const frame = frameOf(canvas);
    paint(frame, sprite, { x: -1, y: 0, scale: 1, opacity: 1 });
    expect(Array.from(frame.u.subarray(0, 3))).toEqual([22, 26, 30]);
  });

  test('nothing is painted outside the given area', () => {
    const frame = grey();
    const placement = { x: 0, y: 0, scale: 1, opacity: 1 };
    paint(frame, madeSprite(40, 40, 3, false), placement, { left: 4, top: 4, right: 8, bottom: 8 });
    const changed = Array.from(frame.y.keys()).filter((i) => frame.y[i] !== 90);
    expect(new Set(changed.map((i) => i % 32))).toEqual(new Set([4, 5, 6, 7]));
    expect(new Set(changed.map((i) => Math.floor(i / 32)))).toEqual(new Set([4, 5, 6, 7]));
  });
});
