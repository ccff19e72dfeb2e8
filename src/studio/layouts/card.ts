import { photoLayer } from '../canvas/paint.ts';
import { coverCrop, shareParts, showsWell, photoUpscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import { type Box, placedIn } from '../box.ts';
import { type Shape, type Format, isAcross } from '../format.ts';
import { type FieldOptions, textField } from './field.ts';
import { groundOf } from './grounds.ts';
import type { LayoutInput } from '../composition.ts';
import { emptyScene, flat, isCroppable, type Layout, wordiness } from './layout.ts';

/**
 * Minimum length of a card's shorter side, in u (1 % of the canvas's short side). If the card were smaller, it would
 * look like a stamp, so the layout returns no ad.
 */
const sideMinU = 34;

/**
 * Layout with the photo in a card on a plain background, and the text beside or below the card, as on a product page.
 */
export const card: Layout = {
  name: 'card',
  suits: ({ noText }, { photo }) => (isCroppable(photo) ? (noText ? 0.2 : 0.86) : 0),
  draw(input) {
    const { format, photo } = input;
    if (photo === null) return null;
    const ground = groundOf(input.groundStyle, input.roles, 0.14);
    const parts = isAcross(format) ? shareParts.beside : shareParts.below;
    const plans = parts.map((part) => areas(input, part));
    const plan = plans.find(({ picture }) => showsWell(photo, coverCrop(photo, picture)));
    if (plan === undefined) return null;
    const { text } = plan;
    const box = affordable(photo, plan.picture, plan.across);
    if (Math.min(box.width, box.height) < sideMinU * format.u) return null;
    const picture = photoLayer(photo, box, isSharp(input) ? 0 : 3.2 * format.u);
    const scene = emptyScene('card', format, flat(format, ground.color), picture);
    const column = textField(input, scene, { ...columns[format.shape], area: text, ground, boost: 0.9 });
    return column === null ? null : scene;
  },
};

const isSharp = ({ tone }: LayoutInput) => tone === 'elegant' || tone === 'bold';

const under: Pick<FieldOptions, 'mark' | 'anchor'> = { mark: 'aside', anchor: 'middle' };
const columns: Record<Shape, Pick<FieldOptions, 'mark' | 'anchor'>> = {
  skyscraper: { mark: 'bottom', anchor: 'middle' },
  tall: under,
  square: under,
  wide: { mark: 'top', anchor: 'bottom' },
  banner: { mark: 'aside', anchor: 'middle' },
};

function affordable(photo: OpenPicture, box: Box, across: boolean): Box {
  const crop = coverCrop(photo, box);
  const most = Math.min(1, (crop.width * photo.scale * photoUpscaleMax) / box.width);
  return placedIn(box, { width: box.width * most, height: box.height * most }, across ? 1 : 0);
}

function shareFor(input: LayoutInput): number {
  const words = wordiness(input);
  if (input.noText) return 0.82;
  if (words > 150) return 0.38;
  return words > 80 ? 0.48 : 0.56;
}

function areas(input: LayoutInput, part: number): { picture: Box; text: Box; across: boolean } {
  const { safe, u, shape } = input.format;
  const share = shareFor(input) * part;
  const gap = 5.5 * u;
  if (isAcross(input.format)) {
    const width =
      shape === 'banner' ? Math.min(safe.width * 0.42, safe.height * 1.7 * part) : safe.width * share * 0.94;
    const picture = { ...safe, x: safe.x + safe.width - width, width };
    return { picture, text: { ...safe, width: safe.width - width - gap }, across: true };
  }
  if (input.format.zones !== null) return story(input.format, share, gap);
  const height = safe.height * share;
  const text = { ...safe, y: safe.y + height + gap, height: safe.height - height - gap };
  return { picture: { ...safe, height }, text, across: false };
}

/**
 * Returns the areas of a story (a full-screen ad on a phone). The text stays clear of the zones at the top and bottom
 * in which the app draws its buttons over the ad. The photo extends down to the bottom margin, because these buttons
 * may cover a photo.
 */
function story(
  { safe, height, margin }: Format,
  share: number,
  gap: number,
): { picture: Box; text: Box; across: boolean } {
  const foot = height - margin;
  const y = foot - (foot - safe.y) * share;
  return { picture: { ...safe, y, height: foot - y }, text: { ...safe, height: y - gap - safe.y }, across: false };
}
