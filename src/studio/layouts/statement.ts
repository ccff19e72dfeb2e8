import { blend, chroma, contrastOf, shaded } from '../color.ts';
import { copyParts } from '../copy/drawn-copy.ts';
import { type Layer, type Scene, type TextRole, joined, thingsOf } from '../scene.ts';
import { type Box, inset, rightOf, topOf, wholeOf } from '../box.ts';
import type { Stack } from '../text/stack.ts';
import { type Shape, type Format, isAcross } from '../format.ts';
import { textField, textsIn } from './field.ts';
import { groundOf, loud, quiet, tinted, type Ground } from './grounds.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene, flat, type Layout, panel, disc, type Point } from './layout.ts';
import { distanceTo } from './backdrop.ts';
import { type Mark, markIn, movedMark, nameAlone } from './mark.ts';
import { shapes } from './shapes.ts';

/**
 * Layout of text alone, for ads without a picture: very large type on coloured areas, with the logo or brand name as a
 * signature.
 */
export const statement: Layout = {
  name: 'statement',
  suits: (_, { photo, product }) => (photo === null && product === null ? 1 : 0.05),
  draw(input) {
    if (input.noText || !hasCopy(input)) return signatureOnly(input);
    const designs = { blocks, corner, steps, frame };
    const kinds = byTone[input.tone];
    // If the first try of this layout failed a quality check, the simplest design is used, because it accepts any text.
    if (input.attempt > 0) return corner(input);
    return designs[input.choose('statement design', kinds)](input) ?? corner(input);
  },
};

type Design = 'blocks' | 'corner' | 'steps' | 'frame';

const byTone: Record<LayoutInput['tone'], readonly [Design, ...Design[]]> = {
  bold: ['blocks', 'steps', 'corner'],
  playful: ['corner', 'blocks', 'steps'],
  friendly: ['corner', 'blocks'],
  technical: ['steps', 'blocks', 'frame'],
  natural: ['corner', 'blocks', 'frame'],
  elegant: ['frame', 'corner', 'blocks'],
};

/**
 * Factors for the size of the headline, by shape of the canvas. They are large, because the headline does not share the
 * canvas with a picture.
 */
const boosts: Record<Shape, number> = { skyscraper: 1.5, tall: 1.7, square: 1.6, wide: 1.75, banner: 1.7 };

const hasCopy = ({ type }: LayoutInput) => copyParts.some((role) => type.has(role));

const voice: readonly TextRole[] = ['headline', 'offer', 'price'];
const answer: readonly TextRole[] = ['subheadline', 'cta'];

const chosenGround = (input: LayoutInput): Ground => groundOf(input.groundStyle, input.roles);

function blocks(input: LayoutInput): Scene | null {
  const { format, roles, type } = input;
  if (!isTwofold(type)) return null;
  const isWide = isAcross(format);
  const isLoud = input.groundStyle === 'loud';
  const [first, second] = isLoud ? [loud(roles), quiet(roles)] : [quiet(roles), loud(roles)];
  const places = isWide ? sideBySide(format) : oneAboveOther(format);
  const scene = emptyScene('statement', format, flat(format, first.color), panel(places.rest, second.color));
  if ([first, second].every(({ color }) => isDistinct(roles.accent, color)))
    scene.layers.push(panel(places.bar, roles.accent));
  const boost = boosts[format.shape];
  const headOptions = { mark: null, anchor: isWide ? 'middle' : 'bottom' } as const;
  if (textField(input, scene, { ...headOptions, area: places.head, ground: first, only: voice, boost }) === null)
    return null;
  const footOptions = isWide
    ? ({ mark: 'top', anchor: 'bottom' } as const)
    : ({ mark: 'aside', anchor: 'middle' } as const);
  const small = textField(input, scene, { ...footOptions, area: places.foot, ground: second, only: answer });
  return isWhole(small) ? scene : null;
}

const isWhole = (column: Stack | null) => column?.dropped.length === 0;

const isTwofold = (type: LayoutInput['type']) => type.has('headline') && answer.some((role) => type.has(role));

interface Places {
  rest: Box;
  bar: Box;
  head: Box;
  foot: Box;
}

const barU = 1.6;

function sideBySide({ width, height, safe, margin, u }: Format): Places {
  const cut = Math.round(width * 0.62);
  const bar = { x: cut, y: 0, width: barU * u, height };
  const x = cut + bar.width + margin;
  return {
    rest: { x: cut, y: 0, width: width - cut, height },
    bar,
    head: { ...safe, width: cut - safe.x - margin },
    foot: { ...safe, x, width: width - margin - x },
  };
}

function oneAboveOther({ width, height, safe, margin, zones, u }: Format): Places {
  const cut = Math.round(height * (zones === null ? 0.68 : 0.58));
  const bar = { x: 0, y: cut, width, height: barU * u };
  const y = cut + bar.height + 5.5 * u;
  return {
    rest: { x: 0, y: cut, width, height: height - cut },
    bar,
    head: { ...safe, height: cut - safe.y - margin },
    foot: { ...safe, y, height: safe.y + safe.height - y },
  };
}

const isDistinct = (a: string, b: string) => contrastOf(a, b) >= 1.3;

function corner(input: LayoutInput): Scene | null {
  const { format, roles } = input;
  const ground = chosenGround(input);
  const scene = emptyScene('statement', format, flat(format, ground.color));
  const words = wordsOn(input, ground);
  if (words === null) return null;
  const { width, height, u } = format;
  const nearest = (at: Point) => Math.min(...thingsOf(words).map((box) => distanceTo(box, at))) - 3 * u;
  const corners: [Point, Point] = [
    [width, 0],
    [width, height],
  ];
  const middle = corners.reduce((best, next) => (nearest(next) > nearest(best) ? next : best));
  const radius = Math.min(nearest(middle), 0.7 * Math.max(width, height));
  const color = accentOn(ground.color, roles.accent);
  if (radius > 12 * u) scene.layers.push(disc(middle, radius, color), ...inner(input, middle, radius, ground.color));
  return joined(scene, words);
}

function inner(input: LayoutInput, middle: Point, radius: number, ground: string): Layer[] {
  const kind = input.choose('statement corner', ['whole', 'ring', 'target'] as const);
  if (kind === 'whole') return [];
  const ring = disc(middle, radius * 0.58, ground);
  return kind === 'ring' ? [ring] : [ring, disc(middle, radius * 0.3, input.roles.accent)];
}

function accentOn(ground: string, accent: string): string {
  if (isDistinct(accent, ground) && chroma(accent) > 0.04) return accent;
  return shaded(ground, 0.07, 0.08);
}

function steps(input: LayoutInput): Scene | null {
  const { format, roles } = input;
  const ground = chosenGround(input);
  const scene = emptyScene('statement', format, flat(format, ground.color));
  const words = wordsOn(input, ground);
  if (words === null) return null;
  const { width, height, u } = format;
  const isBanner = format.shape === 'banner';
  const top = topOf(words.texts.filter(({ role }) => role !== 'signature').map(({ box }) => box));
  const right = rightOf(words.texts.map(({ box }) => box));
  const room = isBanner ? height : top - 3 * u;
  const from = isBanner ? right + 6 * u : width * 0.5;
  if (room < 12 * u || width - from < 20 * u) return joined(scene, words);
  const colors = [
    accentOn(ground.color, roles.accent),
    blend(ground.color, roles.ink, 0.16),
    accentOn(ground.color, ground.color),
  ];
  const across = (width - from) / 3;
  colors.forEach((color, i) => {
    const tall = room * (1 - i * 0.32);
    const x = Math.round(width - across * (i + 1));
    scene.layers.push(panel({ x, y: 0, width: Math.ceil(across) + 1, height: tall }, color));
  });
  return joined(scene, words);
}

function frame(input: LayoutInput): Scene | null {
  const { format, roles } = input;
  const { height, u, safe } = format;
  const rim = (format.shape === 'banner' ? 4 : 3) * u;
  const ground = input.groundStyle === 'tinted' ? tinted(roles) : quiet(roles);
  const color = isDistinct(roles.primary, ground.color) ? roles.primary : roles.ink;
  const inside = panel(inset(wholeOf(format), rim), ground.color);
  const scene = emptyScene('statement', format, flat(format, color), inside);
  const by = 5 * u;
  const area = { x: safe.x + by, y: Math.max(safe.y, rim + by + u), width: safe.width - 2 * by, height: 0 };
  area.height = Math.min(safe.y + safe.height, height - rim - by - u) - area.y;
  const isBanner = format.shape === 'banner';
  const column = textField(input, scene, {
    area,
    ground,
    align: isBanner ? 'start' : 'center',
    mark: isBanner ? 'aside' : 'top',
    anchor: 'middle',
    boost: boosts[format.shape] * 0.9,
  });
  return column === null ? null : scene;
}

function wordsOn(input: LayoutInput, ground: Ground): Scene | null {
  const { format } = input;
  const isBanner = format.shape === 'banner';
  const area: Box = isBanner ? { ...format.safe, width: format.safe.width * 0.84 } : format.safe;
  const ends = isBanner ? ({ mark: 'aside', anchor: 'middle' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
  const boost = boosts[format.shape];
  return textsIn(input, { ...ends, area, ground, boost });
}

function signatureOnly(input: LayoutInput): Scene {
  const { format } = input;
  const ground = chosenGround(input).color;
  const mark = signatureIn(input, ground);
  if (mark === null) return shapes(input);
  const { width, height } = format;
  const corner = disc([width, height], Math.max(width, height) * 0.62, shaded(ground, 0.045, 0.055));
  return joined(emptyScene('statement', format, flat(format, ground), corner), mark);
}

function signatureIn(input: LayoutInput, ground: string): Mark | null {
  const { format, logo } = input;
  if (logo === null) return nameAlone(input, format.safe, ground);
  const mark = markIn(input, { area: format.safe, corner: 'top-center', ground, scale: 3.4 });
  return mark === null ? null : movedMark(mark, 0, (format.safe.height - mark.box.height) / 2);
}
