import type { Size, ViewBox } from './build-svg.ts';
import { shapeTags, type SvgBox, type SvgNode } from './svg-node.ts';

/** Limits of the ratio of width and height of a symbol. Anything longer is a line or a frame of the words. */
const ratioMax = 2.5;
const sideMinPx = 12;
/** Minimum height of a symbol as a share of the height of the words next to it. */
const heightMin = 0.7;
/** Part (0 to 1) of the symbol's longer side that is left free around it. Boxes do not include the width of strokes. */
const margin = 0.04;

export interface LogoSymbol {
  nodes: SvgNode[];
  viewBox: ViewBox;
}

/**
 * Returns the symbol of a logo whose words are `<text>` elements. Such words need a font of the page, so they cannot be
 * drawn elsewhere; the symbol stands for the brand, as an icon does. Returns undefined if the shapes lie below or around
 * the words, or are not a compact symbol, such as an underline.
 */
export function symbolOf(nodes: readonly SvgNode[], viewBox: ViewBox, painted: Size): LogoSymbol | undefined {
  const boxesOf = (isOne: (tag: string) => boolean): (SvgBox | undefined)[] =>
    nodes.filter(({ tag }) => isOne(tag)).map(({ box }) => box);
  const symbol = union(boxesOf((tag) => shapeTags.includes(tag)));
  const words = union(boxesOf((tag) => tag === 'text'));
  if (symbol === undefined || words === undefined || !isCompact(symbol) || symbol.height < words.height * heightMin)
    return undefined;
  if (isTouching(symbol, words) || nodes[0]?.attributes['preserveAspectRatio'] !== undefined) return undefined;
  return { nodes: nodes.filter(({ tag }) => tag !== 'text'), viewBox: within(symbol, viewBox, painted) };
}

/** Returns the smallest box that contains all boxes; undefined if the list is empty or a box is unknown. */
function union(boxes: (SvgBox | undefined)[]): SvgBox | undefined {
  const known = boxes.filter((box) => box !== undefined);
  if (known.length === 0 || known.length < boxes.length) return undefined;
  const x = Math.min(...known.map((box) => box.x));
  const y = Math.min(...known.map((box) => box.y));
  const right = Math.max(...known.map((box) => box.x + box.width));
  const bottom = Math.max(...known.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function isCompact({ width, height }: SvgBox): boolean {
  return Math.min(width, height) >= sideMinPx && Math.max(width, height) <= Math.min(width, height) * ratioMax;
}

function isTouching(one: SvgBox, other: SvgBox): boolean {
  const isApart = (start: number, size: number, otherStart: number, otherSize: number): boolean =>
    start + size <= otherStart || otherStart + otherSize <= start;
  return !isApart(one.x, one.width, other.x, other.width) && !isApart(one.y, one.height, other.y, other.height);
}

/** Converts a painted box to the coordinates of the SVG, which is painted as large as it fits, in the centre. */
function within(box: SvgBox, [left, top, width, height]: ViewBox, painted: Size): ViewBox {
  const scale = Math.min(painted.width / width, painted.height / height);
  const free = Math.max(box.width, box.height) * margin;
  const x = box.x - free - (painted.width - width * scale) / 2;
  const y = box.y - free - (painted.height - height * scale) / 2;
  return [left + x / scale, top + y / scale, (box.width + 2 * free) / scale, (box.height + 2 * free) / scale];
}
