import { block, disc, type Point } from '../../../layouts/layout.ts';
import { type Box, contains, inset, bottomOf, wholeOf } from '../../../box.ts';
import { blend, contrastOf, lightness, shaded } from '../../../color.ts';
import { distanceTo } from '../../../layouts/backdrop.ts';
import type { Layer } from '../../../scene.ts';
import type { LayoutInput } from '../../../composition.ts';

type DecorInput = Pick<LayoutInput, 'attempt' | 'tone' | 'format' | 'index' | 'roles' | 'choose'>;

/**
 * Returns the shapes that decorate a plain ground, by tone: discs, rings, a band or lines. The shapes do not touch the
 * boxes in `clear`. The second try of a layout gets one large pale disc, and further tries get no shape.
 */
export function decor(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  if (input.attempt > 1) return [];
  if (input.attempt === 1) return [moon(input, ground)];
  const makers = {
    bold: band,
    technical: ticks,
    elegant: hairlines,
    friendly: discs,
    natural: hill,
    playful: confetti,
  };
  const shapes = makers[input.tone](input, ground, clear);
  return shapes.length > 0 ? shapes : [moon(input, ground)];
}

/**
 * Returns a large disc. Its colour is only a shade darker or lighter than the ground, so a text on the disc stays
 * readable.
 */
function moon({ format, index }: DecorInput, ground: string): Layer {
  const { width, height } = format;
  const radius = 0.42 * Math.max(width, height);
  return disc([index % 2 === 0 ? width : 0, height * 0.62], radius, shade(ground, 0.028));
}

const shade = (ground: string, by = 0.06): string => shaded(ground, by, by, 0.55);

const seen = (color: string, ground: string): string =>
  contrastOf(color, ground) >= 1.25 ? color : shade(ground, 0.14);

const room = (clear: readonly Box[], at: Point): number =>
  Math.min(...clear.map((box) => distanceTo(box, at)), Infinity);

/**
 * Returns the corners of the canvas, each with the radius around it that is free of the boxes in `clear`. The largest
 * radius comes first.
 */
function corners({ format: { width, height, u } }: DecorInput, clear: readonly Box[]): { at: Point; free: number }[] {
  const all: Point[] = [
    [width, 0],
    [0, height],
    [width, height],
    [0, 0],
  ];
  return all.map((at) => ({ at, free: room(clear, at) - 3 * u })).sort((a, b) => b.free - a.free);
}

/** Distance of a dot from the boxes, in u. A nearer dot looks like a full stop after the text. */
const confettiClearU = 8;

function confetti(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const { format, roles, choose, index } = input;
  const { width, height, u } = format;
  const colors = [seen(roles.accent, ground), shade(ground, 0.1), seen(roles.primary, ground), seen(roles.ink, ground)];
  const spots = [
    [0.9, 0.1],
    [0.08, 0.2],
    [0.95, 0.46],
    [0.06, 0.62],
    [0.86, 0.88],
    [0.2, 0.95],
    [0.5, 0.05],
    [0.6, 0.97],
  ] as const;
  return spots.flatMap(([x, y], i): Layer[] => {
    const at: Point = [x * width, y * height];
    const wanted = choose(`confetti ${(i + index) % 4}`, [4, 7, 11, 5] as const) * u;
    const radius = Math.min(wanted, room(clear, at) - confettiClearU * u);
    if (radius < 2 * u) return [];
    const color = colors[(i + index) % colors.length] ?? roles.accent;
    const isRing = (i + index) % 3 === 1 && radius > 4 * u;
    return isRing ? [disc(at, radius, color), disc(at, radius * 0.56, ground)] : [disc(at, radius, color)];
  });
}

function discs(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const { roles, format } = input;
  const [first, second] = corners(input, clear);
  if (first === undefined || second === undefined) return [];
  const large = Math.min(first.free, 0.55 * Math.max(format.width, format.height) * 0.8);
  const small = Math.min(second.free, large * 0.5, 30 * format.u);
  return [
    ...(large > 10 * format.u ? [disc(first.at, large, seen(roles.accent, ground))] : []),
    ...(small > 6 * format.u ? [disc(second.at, small, shade(ground, 0.08))] : []),
  ];
}

function hill(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const { format, choose, index } = input;
  const { width, height } = format;
  const foot = bottomOf(clear, 0);
  const high = choose('hill', [0.2, 0.26, 0.32] as const) * height;
  const top = Math.max(height - high, foot + 4 * format.u);
  if (height - top < 6 * format.u) return [];
  const lean = index % 2 === 0 ? -0.55 : -0.15;
  const radius = width * 0.85;
  return [
    disc([width * (0.5 - lean * 0.9), top + radius + 3 * format.u], radius, shade(ground, 0.045)),
    disc([width * (0.5 + lean), top + radius * 1.12], radius, shade(ground, 0.085)),
  ];
}

/** A band along the foot of the canvas. */
function band({ format: { width, height, u }, roles }: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const foot = bottomOf(clear, 0);
  if (height - foot <= 16 * u) return [];
  return [block({ x: 0, y: height - 5 * u, width, height: 5 * u }, seen(roles.accent, ground))];
}

/** A grid of thin lines, two register marks and a wide band that passes behind them. */
function ticks(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const { format, roles } = input;
  const { width, height, u } = format;
  const line = Math.max(2, Math.round(0.18 * u));
  const color = blend(ground, roles.ink, lightness(ground) > 0.55 ? 0.16 : 0.2);
  const soft = contrastOf(color, ground) > 1.1 ? color : shade(ground, 0.12);
  const count = format.shape === 'wide' ? 8 : 4;
  const columns = Array.from({ length: count - 1 }, (_, i): Layer =>
    block({ x: Math.round((width * (i + 1)) / count), y: 0, width: line, height }, blend(ground, soft, 0.45)),
  );
  const mark = (x: number, y: number): Layer[] =>
    room(clear, [x, y]) < 4 * u
      ? []
      : [
          block({ x: x - 1.6 * u, y: y - line / 2, width: 3.2 * u, height: line }, seen(roles.accent, ground)),
          block({ x: x - line / 2, y: y - 1.6 * u, width: line, height: 3.2 * u }, seen(roles.accent, ground)),
        ];
  const [x0, x1] = [Math.round(width / count), Math.round((width * (count - 1)) / count)];
  const stripe = block(
    { x: width * (input.index % 2 === 0 ? 0.58 : 0.12), y: 0, width: width * 0.3, height },
    shade(ground, 0.022),
  );
  return [stripe, ...columns, ...mark(x0, height * 0.07), ...mark(x1, height * 0.93)];
}

/** A large quiet disc, and a thin frame unless something lies close to it. */
function hairlines(input: DecorInput, ground: string, clear: readonly Box[]): Layer[] {
  const { format, roles } = input;
  const { width, height, u } = format;
  const line = Math.max(2, Math.round(0.2 * u));
  const color = seen(roles.accent, ground);
  const by = 3.2 * u;
  const inside = inset(wholeOf(format), by + 2 * u);
  if (!clear.every((box) => contains(inside, box))) return [moon(input, ground)];
  return [
    moon(input, ground),
    block({ x: by, y: by, width: width - 2 * by, height: line }, color),
    block({ x: by, y: height - by - line, width: width - 2 * by, height: line }, color),
    block({ x: by, y: by, width: line, height: height - 2 * by }, color),
    block({ x: width - by - line, y: by, width: line, height: height - 2 * by }, color),
  ];
}
