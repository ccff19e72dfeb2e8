import { type Ground, groundOf } from './grounds.ts';
import { photoLayer } from '../canvas/paint.ts';
import { contrastOf } from '../color.ts';
import { enlargement, upscaleMax, upscaleMaxOf } from '../photo/crop.ts';
import { keepsSubject } from '../photo/kept-subject.ts';
import { type Layer, type Scene, type TextRole, joined } from '../scene.ts';
import { type Box, inset, wholeOf, placedIn } from '../box.ts';
import { type Format, isAcross } from '../format.ts';
import { textField } from './field.ts';
import type { LayoutInput } from '../composition.ts';
import type { Try } from '../first-that-passes.ts';
import { emptyScene, flat, isCroppable } from './layout.ts';
import { nameAlone } from './mark.ts';
import { shapes } from './shapes.ts';

/**
 * Elements that a plain ad shows on its background. A plain ad is a simple fallback that is tried when the layouts fail
 * the quality checks.
 */
export interface Plainness {
  picture: boolean;
  logo: boolean;
  /** Texts to show. `name` means that the brand name is the only text. */
  words: readonly TextRole[] | 'name' | 'none';
}

const allWords: readonly TextRole[] = ['headline', 'subheadline', 'offer', 'price', 'cta'];

/**
 * Plain ads (simple fallbacks) with a picture, in the order in which they are tried, after all layouts with a picture.
 * Guarantee: each shows the picture, and the last passes every quality check.
 */
export const plainWithPicture: readonly Plainness[] = [
  { picture: true, logo: true, words: allWords },
  { picture: true, logo: false, words: allWords },
  { picture: true, logo: true, words: ['headline', 'offer', 'price', 'cta'] },
  { picture: true, logo: true, words: ['headline', 'cta'] },
  ...allWords.map((role): Plainness => ({ picture: true, logo: false, words: [role] })),
  { picture: true, logo: false, words: 'name' },
  { picture: true, logo: true, words: 'none' },
  { picture: true, logo: false, words: 'none' },
];

/**
 * Plain ads (simple fallbacks) without a picture that are tried last, in this order. Guarantee: the last plain ad of
 * the list passes every quality check, because it draws only shapes in the brand's colours.
 */
export const plainLastSteps: readonly Plainness[] = [
  { picture: false, logo: true, words: allWords },
  { picture: false, logo: false, words: allWords },
  { picture: false, logo: false, words: ['headline', 'offer', 'price', 'cta'] },
  { picture: false, logo: false, words: ['headline', 'cta'] },
  ...allWords.map((role): Plainness => ({ picture: false, logo: false, words: [role] })),
  { picture: false, logo: false, words: 'name' },
  { picture: false, logo: false, words: 'none' },
];

/** Returns the tries of plain ads. A step that does not show all words leaves texts out on purpose. */
export const plainTries = (steps: readonly Plainness[], { noText }: Pick<LayoutInput, 'noText'>): Try[] =>
  steps.map((step) => ({
    composition: { name: 'plain', draw: (input) => plain(input, step) },
    attempt: 0,
    omitsWords: step.words !== allWords && !noText,
  }));

export function plain(given: LayoutInput, step: Plainness): Scene | null {
  if (isBare(step)) return shapes(given);
  const { format } = given;
  const ground = plainGround(given);
  const input = plainInput(given, ground, step);
  const scene = emptyScene('plain', format, flat(format, ground.color));
  const places = placesOf(input, step);
  if (places.picture !== null && !placePicture(scene, input, places.picture)) return null;
  if (step.words === 'name') return named(scene, input, { area: places.text, ground: ground.color });
  const only = step.words === 'none' ? [] : step.words.filter((role) => input.type.has(role));
  if (only.length === 0 && !isWordless(input, step)) return null;
  const options = { area: places.text, ground, mark: 'top', anchor: 'middle', boost: 1.3, only } as const;
  return textField({ ...input, noText: only.length === 0 }, scene, options) === null ? null : scene;
}

const isBare = ({ picture, logo, words }: Plainness): boolean => !picture && !logo && words === 'none';

const isWordless = ({ logo, noText }: LayoutInput, step: Plainness): boolean =>
  (noText || step.words === 'none') && (step.logo ? logo !== null : step.picture);

function plainInput(input: LayoutInput, { color, colors }: Ground, { logo }: Plainness): LayoutInput {
  const roles = { ...input.roles, ink: colors.headline, primary: colors.headline, onPrimary: color };
  return { ...input, roles, otherRoles: roles, logo: logo ? input.logo : null };
}

function named(scene: Scene, input: LayoutInput, { area, ground }: { area: Box; ground: string }): Scene | null {
  const mark = nameAlone(input, area, ground);
  return mark === null ? null : joined(scene, mark);
}

/**
 * Minimum contrast ratio between the brand's text colour and the background. Below this ratio, black or white text is
 * used instead; the better of the two has at least 4.58:1 on any background.
 */
const inkContrastMin = 4.7;

/** Returns the ground that the layouts of the job have, with all texts in one colour. */
function plainGround({ groundStyle, roles }: LayoutInput): Ground {
  const { color: ground } = groundOf(groundStyle, roles);
  const against = (color: string) => contrastOf(color, ground);
  const safe = against('#ffffff') > against('#000000') ? '#ffffff' : '#000000';
  const color = [roles.ink, roles.onPrimary].find((each) => against(each) >= inkContrastMin) ?? safe;
  return {
    color: ground,
    colors: { headline: color, support: color, offer: color, button: { fill: color, text: ground } },
  };
}

const picturePart = 0.44;

interface Places {
  picture: Box | null;
  text: Box;
}

function placesOf({ format, noText }: LayoutInput, { picture, logo, words }: Plainness): Places {
  if (!picture) return { picture: null, text: format.safe };
  const isAlone = !logo && (noText || words === 'none');
  return isAlone ? { picture: wholeOf(format), text: format.safe } : halves(format);
}

function halves(format: Format): Places {
  const { width, height, safe, margin } = format;
  if (isAcross(format)) {
    const cut = Math.round(width * picturePart);
    const x = cut + margin;
    return { picture: { x: 0, y: 0, width: cut, height }, text: { ...safe, x, width: safe.x + safe.width - x } };
  }
  const cut = Math.round(height * picturePart);
  const y = cut + margin;
  return { picture: { x: 0, y: 0, width, height: cut }, text: { ...safe, y, height: safe.y + safe.height - y } };
}

function placePicture(scene: Scene, { product, photo, format }: LayoutInput, box: Box): boolean {
  const layer = product === null ? photoIn(photo, box) : productIn(product, inset(box, 5 * format.u));
  if (layer !== null) scene.layers.push(layer);
  return layer !== null;
}

function photoIn(photo: LayoutInput['photo'], box: Box): Layer | null {
  if (photo === null) return null;
  const filling = photoLayer(photo, box, 0);
  const most = upscaleMaxOf(photo);
  const isFilled = isCroppable(photo) && keepsSubject(photo, filling.crop);
  if (isFilled && enlargement(photo, filling.crop, box) <= most) return filling;
  const whole = centred(box, photo, most * photo.scale);
  return photoLayer(photo, whole, 0);
}

function productIn(product: NonNullable<LayoutInput['product']>, box: Box): Layer {
  return { kind: 'product', box: centred(box, product, upscaleMax * product.scale), cutOut: product, shadow: null };
}

function centred(area: Box, { width, height }: { width: number; height: number }, scaleMax: number): Box {
  const scale = Math.min(area.width / width, area.height / height, scaleMax);
  return placedIn(area, { width: width * scale, height: height * scale });
}
