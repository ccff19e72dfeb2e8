import { photoLayer } from '../canvas/paint.ts';
import { bottomOf, type Box, type Edge, partOf, rightOf, type Size, topOf } from '../box.ts';
import { hexOf, lchOf } from '../brand-kit/color.ts';
import { inFinishedAd, type LayoutInput } from '../composition.ts';
import type { Format } from '../format.ts';
import { clearCrop } from '../photo/clear-crop.ts';
import { edgeColorOf, meanDistance } from '../photo/edge-color.ts';
import { cropUnder, enlargement, photoUpscaleMax } from '../photo/crop.ts';
import { keepsSubject } from '../photo/kept-subject.ts';
import type { OpenPicture } from '../photo/open.ts';
import { jamOf } from '../photo/subject-cuts.ts';
import { joined, type Layer, type LayerOf, type Scene, thingsOf } from '../scene.ts';
import { bestScored, divisions, type Division } from './divided.ts';
import { type Ground, groundOf, onColor } from './grounds.ts';
import { heroIn } from './hero.ts';
import { emptyScene, flat, isCroppable, type Layout } from './layout.ts';
import { isAside, isLight } from './veil.ts';

/**
 * Layout with a photo that extends to the edges of the canvas and dissolves into the ground behind the texts. The ground
 * has a colour of the photo itself, or the colour of the brand in a loud ad.
 */
export const fade: Layout = {
  name: 'fade',
  suits: ({ noText }, { photo }) => (isCroppable(photo) && !noText ? 1.1 : 0),
  draw(input) {
    const { photo, noText } = input;
    if (!isCroppable(photo) || noText) return null;
    const ground = fadeGround(input, photo);
    const hero = isProud(input) ? heroIn(input.type.texts, input) : null;
    const options = { ...sizes, ground, ...(hero === null ? {} : { hero, heroMax }) };
    const made = [...divisions(input, options)].flatMap(({ words, rest, rank }) => {
      const ad = dissolved(input, photo, ground, { words, rest });
      return ad === null ? [] : [{ ad, rank }];
    });
    return bestScored(input, made)?.ad ?? null;
  },
};

const sizes = { shares: [0.4, 0.46, 0.52, 0.58], storyShares: [0.5, 0.56, 0.64, 0.73], boost: 1.08 } as const;

/** Largest size of a price or date, in type units. */
const heroMax = 15;

/** Reports whether a price or date is larger than the headline: in the tones that sell aloud, or if it is asked for. */
const isProud = ({ tone, largest }: LayoutInput): boolean =>
  largest !== undefined || tone === 'bold' || tone === 'playful' || tone === 'friendly';

/** Lightness of grounds that take their hue from the photo, and their maximum chroma, in OKLCH. */
const tones = {
  light: { from: 0.94, to: 0.985, chroma: 0.025 },
  dark: { from: 0.13, to: 0.22, chroma: 0.045 },
} as const;

/** OKLCH lightness of a photo's edge from which a light ground continues it. On a darker photo it would look like fog. */
const lightMin = 0.66;

function fadeGround({ groundStyle, roles, otherRoles, fixedTheme }: LayoutInput, photo: OpenPicture): Ground {
  if (groundStyle === 'loud') {
    const ground = groundOf('loud', roles);
    if (ground.color === roles.primary) return ground;
  }
  const { color, isPlain } = edgeColorOf(photo);
  const { l, c, h } = lchOf(color);
  const isBright = fixedTheme ? isLight(roles) : l > lightMin;
  const { from, to, chroma } = isBright ? tones.light : tones.dark;
  const own = isLight(roles) === isBright ? roles : otherRoles;
  const isSeamless = isPlain && (isBright ? l > lightMin : l < to);
  return onColor(isSeamless ? color : hexOf({ l: Math.min(to, Math.max(from, l)), c: Math.min(c, chroma), h }), own);
}

/** Distances over which the photo fades, in u. A shorter one is tried if the longer one would hide the subject. */
const fadesU = [30, 18, 10] as const;
/** Largest distance over which the photo fades, as a share of the area that is left for the photo. */
const fadeShareMax = 0.5;
/** Share of the fade from which the photo counts as seen. Above a head, hardly any of the fade may be left. */
const seenFrom = { top: 0.8, left: 0.5, right: 0.5, bottom: 0.5 } as const;
/** Shares of the area behind the texts into which the photo extends, invisibly, so that its subject can stand free. */
const extents = [1, 0.6, 0.3, 0] as const;

function dissolved(
  input: LayoutInput,
  photo: OpenPicture,
  ground: Ground,
  { words, rest }: Omit<Division, 'rank'>,
): Scene | null {
  const { format } = input;
  if (thingsOf(words).length === 0) return null;
  const { edge, solid } = coveredBy(words, rest, format);
  const left = across(format, edge) - solid;
  for (const u of fadesU) {
    const fade = Math.min(u * format.u, fadeShareMax * left);
    for (const extent of extents) {
      const box = beyond(format, edge, solid * (1 - extent));
      const place = {
        box,
        free: beyond(format, edge, solid),
        seen: beyond(format, edge, solid + seenFrom[edge] * fade),
      };
      const picture = visiblePhoto(input, photo, place);
      if (picture === null || !isAlike(picture, bandAt(format, edge, { solid, fade }), ground.color, input)) continue;
      const veil: Layer = { kind: 'scrim', edge, solid, fade, color: ground.color, strength: 1 };
      return joined(emptyScene('fade', format, flat(format, ground.color), picture, veil), words);
    }
  }
  return null;
}

interface Place {
  /** Area that the photo would have if the texts did not cover a part of it. */
  box: Box;
  /** Part of this area beside the texts. */
  free: Box;
  /** Part in which the photo is seen clearly. */
  seen: Box;
}

/** Maximum air that a product may lack at the edges of its crop, as a share of the crop. People may be nearer. */
const jamMax = 0.02;

const isJammed = (photo: OpenPicture, crop: Box): boolean => photo.role !== 'lifestyle' && jamOf(photo, crop) > jamMax;

/** Returns the photo cropped so that its subject stands in the part that is seen, or null if it does not fit there. */
function visiblePhoto(input: LayoutInput, photo: OpenPicture, place: Place): LayerOf<'photo'> | null {
  const shown = inFinishedAd(place.box, input);
  const seen = inFinishedAd(place.seen, input);
  const part = partOf({ ...seen, x: seen.x - shown.x, y: seen.y - shown.y }, shown);
  const spot = [part.x + part.width / 2, part.y + part.height / 2] as const;
  const { crop } = clearCrop(photo, shown, { clear: restOf(part), spot });
  if (enlargement(photo, crop, shown) > photoUpscaleMax) return null;
  if (!keepsSubject(photo, cropUnder({ crop, box: shown }, seen))) return null;
  const free = cropUnder({ crop, box: shown }, inFinishedAd(place.free, input));
  return isJammed(photo, free) ? null : { ...photoLayer(photo, place.free, 0), crop: free };
}

/**
 * Maximum mean distance, in OKLab, of the photo under the fade from the ground. Of 86 pairs that two people judged, an
 * ad that fades was preferred in 66 % up to this distance, and in 30 % beyond it, where the fade looks like a smear.
 */
const distanceMax = 0.27;

/** Reports whether the photo under the fade is near enough to the colour that it fades into. */
function isAlike(photo: LayerOf<'photo'>, band: Box, color: string, input: LayoutInput): boolean {
  const under = cropUnder({ crop: photo.crop, box: inFinishedAd(photo.box, input) }, inFinishedAd(band, input));
  return meanDistance(photo.picture, under, color) <= distanceMax;
}

/** Returns the part of the canvas in which the photo fades. */
function bandAt({ width, height }: Size, edge: Edge, { solid, fade }: { solid: number; fade: number }): Box {
  if (edge === 'left') return { x: solid, y: 0, width: fade, height };
  return { x: 0, y: edge === 'top' ? solid : height - solid - fade, width, height: fade };
}

/** Returns what lies outside a part, both in fractions. The part touches all edges but one. */
function restOf({ x, y, width, height }: Box): Box[] {
  const others = [
    { x: 0, y: 0, width: x, height: 1 },
    { x: x + width, y: 0, width: 1 - x - width, height: 1 },
    { x: 0, y: 0, width: 1, height: y },
    { x: 0, y: y + height, width: 1, height: 1 - y - height },
  ];
  return others.filter((each) => each.width > 0.001 && each.height > 0.001);
}

const across = ({ width, height }: Size, edge: Edge): number => (isAside(edge) ? width : height);

/** Returns the part of the canvas that begins at a distance from one of its edges and ends at the opposite edge. */
function beyond({ width, height }: Size, edge: Edge, from: number): Box {
  if (edge === 'left') return { x: from, y: 0, width: width - from, height };
  return { x: 0, y: edge === 'top' ? from : 0, width, height: height - from };
}

/** Distance from the texts at which the photo begins to show, in u: the clear space of a logo. */
const gapU = 4;

/** Returns the edge of the canvas at which the texts stand, and the distance up to which they reach, in pixels. */
function coveredBy(words: Scene, rest: Box, { height, u }: Format): { edge: Edge; solid: number } {
  const things = thingsOf(words);
  if (rest.x > 0) return { edge: 'left', solid: rightOf(things) + gapU * u };
  if (rest.y > 0) return { edge: 'top', solid: bottomOf(things) + gapU * u };
  return { edge: 'bottom', solid: height - topOf(things) + gapU * u };
}
