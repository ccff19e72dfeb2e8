import type { Box } from '../../box.ts';
import type { TextBlock } from '../../scene.ts';
import type { TextEngine } from '../../text/engine.ts';
import type { Clip, FilmLayer } from '../film.ts';
import { cubicOut, elapsed } from './ease.ts';
import type { FilmStyle } from './film-style.ts';
import { textSprite } from './layer-sprites.ts';
import { arrive, type Bound, drift, leave, type Motion, movingLayer, still, together } from './motion.ts';

/** Time span of a text in seconds since the start of the scene. `leaves` is false if the text stays to the end. */
export interface TextTime {
  from: number;
  to: number;
  leaves: boolean;
}

/** Duration of a text's exit, in seconds, when another text takes its place. */
export const exitSeconds = 0.16;

export interface TextMotionContext {
  style: FilmStyle;
  engine: TextEngine;
  u: number;
  /** Length of the shot. */
  seconds: number;
  /** True to move the text slowly for the whole shot, because nothing else does. */
  creeps: boolean;
}

/** Returns the layers of a text that comes on the screen line by line or word by word. */
export async function textLayers(
  block: TextBlock,
  time: TextTime,
  { style, engine, u, creeps, seconds }: TextMotionContext,
): Promise<FilmLayer[]> {
  const pieces = style.byWord ? await wordsOf(block, engine) : linesOf(block);
  return Promise.all(
    pieces.map(async (piece, at) => {
      const sprite = await textSprite(piece, engine);
      const start = time.from + at * staggerFor(style, pieces.length);
      const { motion, bound } = reveal(style, piece, { start, u });
      const exit = time.leaves
        ? leave({ opacity: 0, dy: -1.2 * u }, { start: time.to - exitSeconds, duration: exitSeconds, ease: cubicOut })
        : null;
      const shown = { from: time.from, to: time.leaves ? time.to : Infinity };
      const creep = creeps ? drift({ dy: 0.5 * u }, { dy: -0.5 * u }, seconds) : still;
      return movingLayer(sprite, together(motion, exit ?? still, creep), { ...bound, shown });
    }),
  );
}

/** All words of a text are on the screen within this number of seconds after the first. */
const staggerMax = 0.55;

const staggerFor = ({ stagger }: FilmStyle, pieces: number): number =>
  Math.min(stagger, pieces < 2 ? stagger : staggerMax / (pieces - 1));

function linesOf(block: TextBlock): TextBlock[] {
  return block.lines.map((line, at) => ({
    ...block,
    lines: [line],
    box: { ...block.box, y: block.box.y + at * block.leading, height: block.leading },
  }));
}

/** Words can be drawn one by one only where letters do not join over spaces and words run from left to right. */
const separable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;

async function wordsOf(block: TextBlock, engine: TextEngine): Promise<TextBlock[]> {
  const lines = linesOf(block);
  if (block.direction === 'rtl' || block.side === 'right' || !separable.test(block.lines.join(' '))) return lines;
  return (await Promise.all(lines.map((line) => wordsIn(line, engine)))).flat();
}

async function wordsIn(line: TextBlock, engine: TextEngine): Promise<TextBlock[]> {
  const text = line.lines[0] ?? '';
  const { style, size, box } = line;
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length < 2) return [line];
  const heads = words.map((_, at) => words.slice(0, at).join(' ') + (at === 0 ? '' : ' n'));
  const texts = [...heads.slice(1), ...words, text, 'n'].map((each) => ({ text: each, style }));
  const widths = await engine.widths(texts);
  const width = (at: number) => ((widths[at] ?? 0) + style.tracking * Array.from(texts[at]?.text ?? '').length) * size;
  const letter = width(texts.length - 1);
  const whole = width(texts.length - 2);
  const left = box.x + (line.align === 'center' ? (box.width - whole) / 2 : 0);
  return words.map((word, at) => ({
    ...line,
    lines: [word],
    align: 'start',
    box: { ...box, x: left + (at === 0 ? 0 : width(at - 1) - letter), width: width(words.length - 1 + at) + 1 },
  }));
}

interface Reveal {
  motion: Motion;
  bound: Bound;
}

function reveal(style: FilmStyle, piece: TextBlock, { start, u }: { start: number; u: number }): Reveal {
  const { box, size, side } = piece;
  const move = { start, duration: style.revealSeconds, ease: style.ease };
  const inward = side === 'right' ? 1 : -1;
  const soft = arrive({ opacity: 0 }, { start, duration: style.revealSeconds * 0.6, ease: cubicOut });
  switch (style.reveal) {
    case 'rise':
      return { motion: arrive({ dy: piece.leading * 1.05 }, move), bound: { clip: () => windowOf(box, size) } };
    case 'slide':
      return { motion: together(arrive({ dx: inward * 7 * u }, move), soft), bound: {} };
    case 'fade':
      return { motion: together(arrive({ dy: 2.6 * u }, move), soft), bound: {} };
    case 'pop':
      return {
        motion: together(
          arrive({ zoom: 0.5 }, move),
          arrive({ opacity: 0 }, { ...move, duration: 0.12, ease: cubicOut }),
        ),
        bound: {},
      };
    case 'wipe':
      return {
        motion: arrive({ dx: inward * 2 * u }, move),
        bound: {
          clip: (seconds) => opened(windowOf(box, size), side, move.ease(elapsed(seconds, start, move.duration))),
        },
      };
  }
}

/** Part of the canvas in which a line may be seen while it moves: its line box and the room that letters need around it. */
function windowOf(box: Box, size: number): Clip {
  const [across, above, below] = [size * 0.3, size * 0.16, size * 0.24];
  return {
    x: box.x - across,
    y: box.y - above,
    width: box.width + 2 * across,
    height: box.height + above + below,
    radius: 0,
  };
}

function opened(whole: Clip, side: 'left' | 'right', share: number): Clip {
  const width = whole.width * share;
  return { ...whole, width, x: side === 'right' ? whole.x + whole.width - width : whole.x };
}
