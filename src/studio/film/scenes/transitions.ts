import { type Size, wholeOf } from '../../box.ts';
import type { Clip, Transition } from '../film.ts';
import { cubicInOut, expoOut } from './ease.ts';
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

/** Returns the transition into a shot. In a right-to-left film, sideways moves are mirrored. */
export function transitionFor(style: FilmStyle, options: TransitionOptions): Transition {
  return { frames: options.frames, ...posesFor(style, options) };
}

function posesFor(
  { transition, shape }: FilmStyle,
  { size, rtl, center }: TransitionOptions,
): Pick<Transition, 'next' | 'previous'> {
  const { width, height } = size;
  const toward = rtl ? -1 : 1;
  const still = () => resting;
  switch (transition) {
    case 'cut':
      return { previous: still, next: still };
    case 'push':
      return {
        previous: (progress) => ({ ...resting, x: -toward * width * expoOut(progress) }),
        next: (progress) => ({ ...resting, x: toward * width * (1 - expoOut(progress)) }),
      };
    case 'lift':
      return {
        previous: (progress) => ({ ...resting, y: -0.3 * height * cubicInOut(progress) }),
        next: (progress) => ({ ...resting, y: height * (1 - cubicInOut(progress)) }),
      };
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
