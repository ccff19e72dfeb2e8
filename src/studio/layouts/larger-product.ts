import { type Box, contains, inset, intersection, overlap, wholeOf } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { upscaleMax } from '../photo/crop.ts';
import { occupied } from '../photo/occupied.ts';
import type { Layer, LayerOf, Scene } from '../scene.ts';
import type { Layout } from './layout.ts';

/** Factors that enlarge a product, the largest first. */
const factors = Array.from({ length: 16 }, (_, at) => 1.8 - at * 0.05);
/** Parts of the additional width on the left of a product, and of the additional height above it, in the order of trial. */
const ways = [1, 0.5, 0].flatMap((above) => [0.5, 1, 0, 0.75, 0.25].map((left) => ({ above, left })));
/** Minimum distance between the outline of a product and the texts, in u. */
const gapU = 2.5;
/** Distance of a product from the edges of the canvas or of its field, in u, if it was not nearer before. */
const marginU = 5;

/**
 * Returns the layout with its product enlarged until its outline comes near the texts. Layouts place boxes, and the box
 * of a tilted shoe or of a plant in a pot is half empty.
 */
export const withLargerProduct = (layout: Layout): Layout => ({
  ...layout,
  draw(input) {
    const scene = layout.draw(input);
    return scene === null ? null : enlarged(scene, input);
  },
});

function enlarged(scene: Scene, input: LayoutInput): Scene {
  const pictures = scene.layers.filter(({ kind }) => kind === 'product' || kind === 'photo');
  const [product] = pictures;
  if (pictures.length !== 1 || product?.kind !== 'product' || product.cutOut.ownGround !== undefined) return scene;
  const box = largest(product, roomFor(scene, product, input), takenIn(scene, input));
  return box === null
    ? scene
    : { ...scene, layers: scene.layers.map((layer) => (layer === product ? { ...product, box } : layer)) };
}

/** Returns the largest free box of the product, preferably on the same level; null if it cannot be larger. */
function largest({ box, cutOut }: LayerOf<'product'>, room: Box, { outside, logos }: Taken): Box | null {
  const isFree = (made: Box): boolean =>
    logos.every((each) => overlap(made, each) === 0) && outside.every((each) => occupied(cutOut, made, each) === 0);
  for (const factor of factors) {
    const [width, height] = [box.width * factor, box.height * factor];
    if (width > cutOut.width * cutOut.scale * upscaleMax || width > room.width || height > room.height) continue;
    const boxes = ways.map(({ left, above }) => ({
      ...{ width, height },
      x: between(box.x - (width - box.width) * left, room.x, room.x + room.width - width),
      y: between(box.y - (height - box.height) * above, room.y, room.y + room.height - height),
    }));
    const found = boxes.find(isFree);
    if (found !== undefined) return found;
  }
  return null;
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns where the product may stand: in its field, away from the edges. */
function roomFor({ layers }: Scene, { box }: LayerOf<'product'>, { format, floor }: LayoutInput): Box {
  const canvas = wholeOf(format);
  const fields = layers.filter(isField).map((layer) => intersection(layer.box, canvas));
  const [field = canvas] = fields.filter((each) => contains(each, box)).toSorted((a, b) => areaOf(a) - areaOf(b));
  const inner = inset(field, marginU * format.u);
  const [x, y] = [Math.min(box.x, inner.x), Math.min(box.y, inner.y)];
  const right = Math.max(box.x + box.width, inner.x + inner.width);
  const foot = Math.max(box.y + box.height, Math.min(floor, inner.y + inner.height));
  return { x, y, width: right - x, height: foot - y };
}

const areaOf = ({ width, height }: Box): number => width * height;

const isField = (layer: Layer): layer is LayerOf<'fill'> | LayerOf<'gradient'> =>
  layer.kind === 'gradient' || (layer.kind === 'fill' && layer.element === 'panel');

interface Taken {
  /** Boxes that the outline of the product must not reach: texts, buttons and what lies between two of them on a line. */
  outside: readonly Box[];
  /** Boxes that the box of the product must not reach: logos with their clear space. */
  logos: readonly Box[];
}

function takenIn({ layers, texts }: Scene, { format }: LayoutInput): Taken {
  const gap = gapU * format.u;
  const buttons = layers.filter(
    (layer) => layer.kind === 'fill' && (layer.element === 'button' || layer.element === 'badge'),
  );
  const boxes = [...texts, ...buttons.filter((layer) => 'box' in layer)].map(({ box }) => inset(box, -gap));
  const logos = layers.flatMap((layer) => (layer.kind === 'logo' ? [layer.box] : []));
  const ends = [...boxes, ...logos];
  const rows = ends.flatMap((left) => ends.flatMap((right) => gapIn(left, right) ?? []));
  return {
    outside: [...boxes, ...rows],
    logos: logos.map((box) => inset(box, -Math.max(gap, logoSpace * box.height))),
  };
}

/** Returns what lies between two boxes on one line, such as an action and the brand at its end; null on two lines. */
function gapIn(left: Box, right: Box): Box | null {
  const [x, y] = [left.x + left.width, Math.max(left.y, right.y)];
  const [width, height] = [right.x - x, Math.min(left.y + left.height, right.y + right.height) - y];
  return width > 0 && height > Math.min(left.height, right.height) / 2 ? { x, y, width, height } : null;
}

/** Clear space around a logo, as a share of its height: a little more than the quality check requires. */
const logoSpace = 0.6;
