import type { Box, Size } from '../../box.ts';
import type { Clip, Transition } from '../film.ts';
import { cubicInOut, expoOut } from './ease.ts';
import type { FilmStyle } from './film-style.ts';

type Pose = ReturnType<Transition['next']>;

const resting: Pose = { x: 0, y: 0, opacity: 1 };

export interface TransitionOptions {
  size: Size;
  framesPerSecond: number;
  rtl: boolean;
  /** Point of the canvas at which a mask opens, in pixels. */
  center: readonly [number, number];
}

/** Returns the transition into a shot. In a right-to-left film, sideways moves are mirrored. */
export function transitionFor(style: FilmStyle, options: TransitionOptions): Transition {
  const frames = style.transition === 'cut' ? 0 : Math.round(style.transitionSeconds * options.framesPerSecond);
  return { frames, ...posesFor(style.transition, options) };
}

function posesFor(
  kind: FilmStyle['transition'],
  { size, rtl, center }: TransitionOptions,
): Pick<Transition, 'next' | 'previous'> {
  const { width, height } = size;
  const toward = rtl ? -1 : 1;
  const still = () => resting;
  const opening = (clip: (progress: number) => Clip) => ({
    previous: still,
    next: (progress: number) => ({ ...resting, clip: clip(progress) }),
  });
  switch (kind) {
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
    case 'disc':
      return opening((progress) => disc(center, reachOf(size, center) * cubicInOut(progress)));
    case 'panel':
      return opening((progress) => panel(size, cubicInOut(progress)));
    case 'wipe':
      return opening((progress) => {
        const part = width * cubicInOut(progress);
        return { x: rtl ? width - part : 0, y: 0, width: part, height, radius: 0 };
      });
  }
}

function disc([x, y]: readonly [number, number], radius: number): Clip {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius };
}

const reachOf = ({ width, height }: Size, [x, y]: readonly [number, number]): number =>
  Math.hypot(Math.max(x, width - x), Math.max(y, height - y)) + 2;

/** A window with round corners that opens from the middle. */
function panel({ width, height }: Size, part: number): Clip {
  const box: Box = {
    x: (width * (1 - part)) / 2,
    y: (height * (1 - part)) / 2,
    width: width * part,
    height: height * part,
  };
  return { ...box, radius: (1 - part) * 0.5 * Math.min(width, height) };
}
