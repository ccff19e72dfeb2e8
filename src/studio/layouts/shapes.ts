import type { ColorRoles } from '../brief.ts';
import { blend, contrastOf, shaded } from '../color.ts';
import type { Layer, Scene } from '../scene.ts';
import { type Box, placedIn } from '../box.ts';
import type { Format } from '../format.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene, flat, block } from './layout.ts';

export function shapes(input: LayoutInput): Scene {
  const paint = colorsOf(input.roles);
  const composition = { tiles, horizon, columns }[input.choose('shapes', ['tiles', 'horizon', 'columns'] as const)];
  return emptyScene('shapes', input.format, flat(input.format, paint.ground), ...composition(input, paint));
}

interface Paint {
  ground: string;
  inks: readonly [string, string, string, string];
}

const shapeContrastMin = 1.25;

function colorsOf({ surface, primary, accent, ink }: ColorRoles): Paint {
  const seen = (color: string) => (contrastOf(color, surface) >= shapeContrastMin ? color : ink);
  return {
    ground: surface,
    inks: [seen(primary), seen(accent), seen(blend(surface, primary, 0.4)), shaded(seen(primary), 0.16)],
  };
}

const rounded = (box: Box, color: string): Layer => block(box, color, Math.min(box.width, box.height) / 2);

const tilesAcross = 3;

function tiles(input: LayoutInput, { inks }: Paint): Layer[] {
  const { width, height } = input.format;
  const side = Math.min(width, height) / tilesAcross;
  const [columns, rows] = [Math.max(1, Math.round(width / side)), Math.max(1, Math.round(height / side))];
  const edges = (length: number, count: number) => (at: number) => Math.round((length * at) / count);
  const [left, top] = [edges(width, columns), edges(height, rows)];
  return Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const [x, y] = [left(column), top(row)];
    const box = { x, y, width: left(column + 1) - x, height: top(row + 1) - y };
    const kind = input.choose(`tile ${at}`, ['square', 'disc', 'ring', 'bars', 'disc', 'plain'] as const);
    const first = input.choose(`tile color ${at}`, inks);
    const second = input.choose(`tile second color ${at}`, inks);
    return tile(kind, box, [first, second === first ? otherThan(first, inks) : second]);
  }).flat();
}

const otherThan = (color: string, inks: readonly string[]): string => inks.find((ink) => ink !== color) ?? color;

type TileKind = 'square' | 'disc' | 'ring' | 'bars' | 'plain';

function tile(kind: TileKind, box: Box, [first, second]: readonly [string, string]): Layer[] {
  if (kind === 'plain') return [];
  const side = Math.min(box.width, box.height);
  const centred = (part: number): Box => placedIn(box, { width: side * part, height: side * part });
  if (kind === 'disc') return [rounded(centred(0.86), first)];
  if (kind === 'ring') return [block(box, first), rounded(centred(0.78), second), rounded(centred(0.34), first)];
  if (kind === 'square') return [block(box, first), rounded(centred(0.5), second)];
  const bar = box.height / 5;
  return [0, 2, 4].map((row) => block({ ...box, y: box.y + row * bar, height: bar }, first));
}

function horizon({ format, choose }: LayoutInput, { inks }: Paint): Layer[] {
  const { width, height } = format;
  const short = Math.min(width, height);
  const radius = short * choose('horizon radius', [0.3, 0.36, 0.42] as const);
  const middle = { x: width * choose('horizon place', [0.34, 0.5, 0.66] as const), y: height * 0.5 };
  const disc = { x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius };
  const bands = [0.52, 0.66, 0.82].map((from, at) => {
    const y = height * from;
    return block({ x: 0, y, width, height: height - y }, inks[([2, 0, 3] as const)[at] ?? 0]);
  });
  return [rounded(disc, inks[1]), ...bands];
}

function columns({ format, choose }: LayoutInput, { inks }: Paint): Layer[] {
  const count = columnCount(format);
  const gap = format.width / (count * 9);
  const across = (format.width - gap * (count + 1)) / count;
  const rises = choose('columns rise', [true, false] as const);
  const heads = Array.from({ length: count }, (_, at) => {
    const step = (rises ? at : count - 1 - at) / Math.max(1, count - 1);
    const top = format.height * (0.62 - 0.5 * step);
    const box = { x: gap + at * (across + gap), y: top, width: across, height: format.height - top + across };
    return rounded(box, inks[at % inks.length] ?? inks[0]);
  });
  const radius = Math.min(across * 0.5, format.height * 0.12);
  const x = rises ? gap + across / 2 : format.width - gap - across / 2;
  const disc = { x: x - radius, y: format.height * 0.56 - 2 * radius, width: 2 * radius, height: 2 * radius };
  return [...heads, rounded(disc, inks[1])];
}

const columnCount = ({ shape }: Format): number => ({ skyscraper: 3, tall: 4, square: 5, wide: 7, banner: 10 })[shape];
