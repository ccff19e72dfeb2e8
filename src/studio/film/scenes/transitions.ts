import { type Box, type Size, wholeOf } from '../../box.ts';
import { framesPerSecond, type Clip, type Transition } from '../film.ts';
import { cubicInOut } from './ease.ts';
import type { FilmStyle } from './film-style.ts';

type Pose = ReturnType<Transition['next']>;

const resting: Pose = { x: 0, y: 0, opacity: 1 };

export interface TransitionOptions {
  size: Size;
  /** Length of the transition. 0 is a cut. */
  frames: number;
  rtl: boolean;
  /** Point of the canvas at which a mask opens, in pixels. */
  center: readonly [number, number];
}

/**
 * Returns the times, in seconds since the start of a transition, at which it first touches a box of the canvas, and at
 * which the box is wholly on the next shot. A text in the box leaves before the first and comes after the second, so
 * that it is never cut. Both are 0 for a cut.
 */
export function passing({ frames, next }: Transition, box: Box, size: Size): { touched: number; covered: number } {
  const isOn = (frame: number, is: (clip: Clip) => boolean) => is(next((frame + 1) / (frames + 1)).clip ?? wide(size));
  const all = Array.from({ length: frames }, (_, frame) => frame);
  const points = pointsOf(box);
  const touched = all.find((frame) => isOn(frame, (clip) => points.some((at) => isWithin(clip, at)))) ?? frames;
  const covered = all.find((frame) => isOn(frame, (clip) => points.every((at) => isWithin(clip, at)))) ?? frames;
  return { touched: touched / framesPerSecond, covered: covered / framesPerSecond };
}

const wide = (size: Size): Clip => ({ ...wholeOf(size), radius: 0 });

/** Returns points of a box: a grid that includes its corners. */
function pointsOf({ x, y, width, height }: Box): Point[] {
  const parts = [0, 0.25, 0.5, 0.75, 1];
  return parts.flatMap((across) => parts.map((down): Point => [x + across * width, y + down * height]));
}

function isWithin({ x, y, width, height, radius }: Clip, [atX, atY]: Point): boolean {
  const [dx, dy] = [Math.abs(atX - x - width / 2) - width / 2, Math.abs(atY - y - height / 2) - height / 2];
  if (dx > 0 || dy > 0) return false;
  return Math.hypot(Math.max(0, dx + radius), Math.max(0, dy + radius)) <= radius + 1e-6 || radius === 0;
}

/** Returns the transition into a shot. In a right-to-left film, a wipe is mirrored. */
export function transitionFor(style: FilmStyle, options: TransitionOptions): Transition {
  return { frames: options.frames, ...posesFor(style, options) };
}

function posesFor(
  { transition, shape }: FilmStyle,
  { size, rtl, center }: TransitionOptions,
): Pick<Transition, 'next' | 'previous'> {
  const still = () => resting;
  switch (transition) {
    case 'cut':
      return { previous: still, next: still };
    case 'mask': {
      const mask = { disc: discMask, arch: archMask, round: cardMask, slab: rtl ? wipeLeft : wipe }[shape];
      return {
        previous: still,
        next: (progress) => ({ ...resting, clip: mask(size, cubicInOut(progress), center) }),
      };
    }
  }
}

type Point = readonly [number, number];

function discMask(size: Size, part: number, [x, y]: Point): Clip {
  const radius = reachOf(size, [x, y]) * part;
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius };
}

const reachOf = ({ width, height }: Size, [x, y]: Point): number =>
  Math.hypot(Math.max(x, width - x), Math.max(y, height - y)) + 2;

/** An arch that rises from the foot of the canvas until its round top has passed the upper edge. */
function archMask({ width, height }: Size, part: number): Clip {
  const across = width * (0.7 + 0.6 * part);
  const radius = across / 2;
  const y = height - (height + radius) * part;
  return { x: (width - across) / 2, y, width: across, height: height + 2 * radius, radius };
}

/** A card with round corners that rises from the foot of the canvas. */
function cardMask({ width, height }: Size, part: number): Clip {
  const side = 0.06 * width * (1 - part);
  const radius = 0.12 * Math.min(width, height) * (1 - part);
  return { x: side, y: height * (1 - part), width: width - 2 * side, height: height + radius, radius };
}

const wipe = (size: Size, part: number): Clip => ({ ...wholeOf(size), width: size.width * part, radius: 0 });

const wipeLeft = (size: Size, part: number): Clip => ({ ...wipe(size, part), x: size.width * (1 - part) });
