import type { TextBlock } from '../../scene.ts';
import { framesPerSecond, type FilmLayer } from '../film.ts';
import { countedLayers } from './count-up.ts';
import { cubicOut } from './ease.ts';
import type { FilmStyle } from './film-style.ts';
import { textSprite } from './layer-sprites.ts';
import { arrive, drift, leave, type Motion, movingLayer, type Pose, still, together } from './motion.ts';
import type { ShotContext } from './shot-context.ts';
import { piecesOf } from './text-pieces.ts';

/** Time span of a text in seconds since the start of the shot. */
export interface TextTime {
  from: number;
  to: number;
  /** True if the text disappears at the end of its time, and false if it stays until the next shot. */
  leaves: boolean;
  /** True for the number of a price or an offer that counts up to its value. */
  counts: boolean;
  /** True for a text that comes as a whole, such as the one of a button. */
  isWhole: boolean;
}

/** Time in which a word appears, in seconds: three frames, so that a viewer who stops the film sees whole words. */
export const revealSeconds = 3 / framesPerSecond;
/** Time in which a text disappears, in seconds. */
const exitSeconds = 3 / framesPerSecond;

export type TextMotionContext = Pick<
  ShotContext,
  'style' | 'engine' | 'breaker' | 'u' | 'seconds' | 'beatSeconds' | 'rtl'
> & {
  /** True to move the text slowly for the whole shot, because nothing else does. */
  creeps: boolean;
};

/** Returns the layers of a text that comes on the screen word by word, on beats or fractions of them. */
export async function textLayers(block: TextBlock, time: TextTime, context: TextMotionContext): Promise<FilmLayer[]> {
  const { style, engine, u, creeps, seconds, rtl, beatSeconds } = context;
  const exit = time.leaves
    ? leave({ opacity: 0 }, { start: time.to - exitSeconds, duration: exitSeconds, ease: cubicOut })
    : still;
  const creep = creeps ? drift({ dy: 0.5 * u }, { dy: -0.5 * u }, seconds) : still;
  const shown = { from: time.from, to: time.leaves ? time.to : Infinity };
  if (time.counts) {
    const counted = await countedLayers(block, { time, engine, motion: together(exit, creep) });
    if (counted !== null) return counted;
  }
  const pieces = time.isWhole ? [block] : await piecesOf(block, context);
  const gap = wordGap(pieces.length, time.to - time.from, beatSeconds);
  return Promise.all(
    pieces.map(async (piece, at) => {
      const sprite = await textSprite(piece, engine);
      const enters = reveal(style, { start: time.from + at * gap, u, rtl });
      return movingLayer(sprite, together(enters, exit, creep), { shown });
    }),
  );
}

/** Share of the time of a text after which all of its words are on the screen. */
const arrivedShare = 0.4;
/** Fractions of a beat between two words, in the order in which they are tried. */
const beatParts = [1 / 2, 1 / 4, 1 / 8] as const;

/** Returns the time between two words, in seconds. */
export function wordGap(words: number, seconds: number, beatSeconds: number): number {
  const longest = (arrivedShare * seconds) / Math.max(1, words - 1);
  const part = beatParts.find((each) => each * beatSeconds <= longest);
  return part === undefined ? Math.max(0, longest) : part * beatSeconds;
}

interface Reveal {
  start: number;
  u: number;
  rtl: boolean;
}

/** Returns the motion of a word that appears. It is not cut by a mask at any time. */
function reveal(style: FilmStyle, { start, u, rtl }: Reveal): Motion {
  const from: Record<FilmStyle['reveal'], Partial<Pose>> = {
    rise: { dy: 2.4 * u },
    drop: { dy: -2.4 * u },
    slide: { dx: (rtl ? 3 : -3) * u },
    pop: { zoom: 0.8 },
    fade: {},
  };
  return arrive({ ...from[style.reveal], opacity: 0 }, { start, duration: revealSeconds, ease: cubicOut });
}
