import { photoLayer } from '../canvas/paint.ts';
import { coverCrop, enlargement, shareParts, showsWell, photoUpscaleMax } from '../photo/crop.ts';
import type { Box } from '../box.ts';
import { type Format, isAcross } from '../format.ts';
import { textField } from './field.ts';
import { groundOf, quiet, tinted } from './grounds.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene, isCroppable, type Layout, panel, wordiness } from './layout.ts';
import { productIn } from './product-place.ts';

/** Layout with the picture on one side of the canvas, and the text on a coloured panel on the other side. */
export const split: Layout = {
  name: 'split',
  suits: ({ noText }, { photo, product }) => (isCroppable(photo) || product !== null ? (noText ? 0.1 : 0.9) : 0),
  draw(input) {
    const { format, photo, product } = input;
    const plan = planFor(input);
    if (plan === null) return null;
    const { media, field, text } = plan;
    const ground = groundOf(input.groundStyle, input.roles, 0.2);
    const scene = emptyScene('split', format, panel(field, ground.color));
    if (product !== null) {
      const behind = input.groundStyle === 'quiet' ? tinted(input.roles, 0.2) : quiet(input.roles);
      const placed = productIn(product, within(media, input), behind.color, { fill: 0.8, standing: 0.5 });
      if (placed === null) return null;
      scene.layers.push(panel(media, behind.color), placed);
    } else if (isCroppable(photo)) {
      const layer = photoLayer(photo, media, 0);
      if (enlargement(photo, layer.crop, layer.box) > photoUpscaleMax) return null;
      scene.layers.push(layer);
    } else return null;
    const ends = { mark: markEnd(input), anchor: anchorOf(input) } as const;
    return textField(input, scene, { area: text, ground, ...ends, boost: 0.94 }) === null ? null : scene;
  },
};

function isBeside({ format, product }: LayoutInput): boolean {
  const isUpright = product !== null && product.width < 0.8 * product.height;
  return isAcross(format) || (format.shape === 'square' && isUpright);
}

const isColumn = (input: LayoutInput) => isBeside(input) && input.format.shape !== 'banner';

const markEnd = (input: LayoutInput) =>
  isColumn(input) ? 'top' : input.format.shape === 'skyscraper' ? 'bottom' : 'aside';
const anchorOf = (input: LayoutInput) => (isColumn(input) ? 'bottom' : 'middle');

interface Plan {
  media: Box;
  field: Box;
  text: Box;
}

function planFor(input: LayoutInput): Plan | null {
  const { photo, product } = input;
  if (photo === null || product !== null) return areas(input, 1);
  const parts = isBeside(input) ? shareParts.beside : shareParts.below;
  const plans = parts.map((part) => areas(input, part));
  return plans.find(({ media }) => showsWell(photo, coverCrop(photo, media))) ?? null;
}

function areas(input: LayoutInput, part: number): Plan {
  const { format } = input;
  const { width, height, safe, margin, u } = format;
  const words = wordiness(input);
  const usual = (words > 150 ? 0.4 : words > 80 ? 0.48 : 0.54) + (format.shape === 'skyscraper' ? 0.08 : 0);
  const share = (input.noText ? 0.7 : usual) * part;
  if (isBeside(input)) {
    const cut = Math.round(
      width * (format.shape === 'banner' ? Math.max(0.55, 1 - (1.75 * part * height) / width) : 1 - share * 0.98),
    );
    const field = { x: 0, y: 0, width: cut, height };
    return {
      media: { x: cut, y: 0, width: width - cut, height },
      field,
      text: { x: margin, y: safe.y, width: cut - 2 * margin, height: safe.height },
    };
  }
  if (format.zones !== null && !input.noText) return story(format, share);
  const cut = Math.round(height * share);
  const field = { x: 0, y: cut, width, height: height - cut };
  const top = cut + Math.max(margin, 6.5 * u);
  return {
    media: { x: 0, y: 0, width, height: cut },
    field,
    text: { x: safe.x, y: top, width: safe.width, height: safe.y + safe.height - top },
  };
}

function story({ width, height, safe, u }: Format, share: number): Plan {
  const cut = Math.round(height * (1 - Math.min(share, 0.47)));
  return {
    media: { x: 0, y: cut, width, height: height - cut },
    field: { x: 0, y: 0, width, height: cut },
    text: { ...safe, height: cut - 6.5 * u - safe.y },
  };
}

function within(media: Box, { format }: LayoutInput): Box {
  const edge = 5 * format.u;
  const isHead = media.y === 0;
  const top = isHead ? Math.max(edge, (format.zones?.top ?? 0) * 0.6) : edge;
  const foot = isHead ? edge : Math.max(edge, (format.zones?.bottom ?? 0) * 0.6);
  return { x: media.x + edge, y: media.y + top, width: media.width - 2 * edge, height: media.height - top - foot };
}
