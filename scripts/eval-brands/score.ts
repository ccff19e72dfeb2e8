import { differenceCiede2000 } from 'culori';
import type { BrandExtract, BrandProduct } from '../../src/schema/brand.ts';
import { onlySure } from '../../src/stages/only-sure.ts';
import { adCopy } from '../../src/studio/copy/ad-copy.ts';
import { besidePicture } from '../../src/studio/copy/page-copy.ts';
import { isBagButton } from '../../src/words/actions.ts';
import { isCustomaryCall } from '../../src/words/customary-calls.ts';
import type { Copy } from '../../src/studio/brief.ts';
import { foldText } from '../../src/stages/onboarding/text.ts';
import type { Labels, ProductLabel } from './labels.ts';

/** Fields of a brand in the order of the table. */
export const fields = [
  'name',
  'primary',
  'palette',
  'fonts',
  'logo',
  'language',
  'headline',
  'second line',
  'action',
  'product name',
  'price',
  'currency',
  'picture',
  'no false product',
] as const;
export type Field = (typeof fields)[number];

/** Score of one labelled field of one site. `got` and `wanted` are shown in the list of misses. */
export interface Trial {
  field: Field;
  passed: boolean;
  got: string;
  wanted: string;
}

/** Maximum CIEDE2000 distance of two colours that count as the same colour. */
const colorDistanceMax = 10;
/** Minimum share (0 to 1) of the labelled colours that must be found. With fewer, the field `palette` is a miss. */
const paletteShareMin = 0.5;
/**
 * If one of two texts contains the other, they count as the same if the ratio of their lengths (0 to 1) is at least
 * this.
 */
const partMin = 0.6;

const distance = differenceCiede2000();

const none = '(none)';
/** Maximum length of a URL in the list of misses. */
const urlMax = 150;

/** Reports whether two colours are nearly equal. */
export function isNear(one: string, other: string): boolean {
  return distance(one.slice(0, 7), other) <= colorDistanceMax;
}

/** Reports whether a text is one of the accepted texts or most of one. Ignores case and punctuation. */
export function isAccepted(text: string | null | undefined, accepted: readonly string[]): boolean {
  const got = foldText(text ?? '');
  if (got === '') return false;
  return accepted.map(foldText).some((want) => {
    const [short, long] = got.length < want.length ? [got, want] : [want, got];
    return got === want || (long.includes(short) && short.length >= long.length * partMin);
  });
}

export function equalsOne(text: string | null | undefined, accepted: readonly string[]): boolean {
  const got = foldText(text ?? '').replaceAll(' ', '');
  return accepted.some((want) => foldText(want).replaceAll(' ', '') === got);
}

/** Reports whether a URL contains a labelled part, such as the name of a file. */
export function showsOne(url: string, parts: readonly string[]): boolean {
  return parts.some((part) => contains(url, part));
}

function contains(url: string, part: string): boolean {
  const plain = url.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
  return plain.toLowerCase().includes(part.toLowerCase()) || url.toLowerCase().includes(part.toLowerCase());
}

/**
 * Shares (0 to 1) of the labelled colours (`palette`) and of the labelled font families (`fonts`) that were found. A
 * share is undefined if the site has no such labels.
 */
export interface Recall {
  palette: number | undefined;
  fonts: number | undefined;
}

function share<T>(wanted: readonly T[], isFound: (one: T) => boolean): number {
  return wanted.filter(isFound).length / wanted.length;
}

function familyFound(family: string, extract: BrandExtract | undefined): boolean {
  return (extract?.fonts ?? []).some((font) => equalsOne(font.family, [family]));
}

function paletteShare(palette: readonly string[], extract: BrandExtract | undefined): number {
  return share(palette, (want) => (extract?.colors ?? []).some(({ hex }) => isNear(hex, want)));
}

export function recallOf(labels: Labels, extract: BrandExtract | undefined): Recall {
  const { fonts = [], palette } = labels;
  return {
    palette: palette && paletteShare(palette, extract),
    fonts: fonts.length === 0 ? undefined : share(fonts, (family) => familyFound(family, extract)),
  };
}

function trial(field: Field, passed: boolean, got: string | null | undefined, wanted: string): Trial {
  return { field, passed, got: got ?? none, wanted };
}

function colorTrials({ primary, palette }: Labels, extract: BrandExtract | undefined): Trial[] {
  const colors = extract?.colors ?? [];
  const trials: Trial[] = [];
  if (primary !== undefined) {
    const first = (colors.find(({ role }) => role === 'primary') ?? colors[0])?.hex;
    const isRight = first !== undefined && primary.some((want) => isNear(first, want));
    trials.push(trial('primary', isRight, first, primary.join(' ')));
  }
  if (palette !== undefined) {
    const isRich = paletteShare(palette, extract) >= paletteShareMin;
    trials.push(trial('palette', isRich, colors.map(({ hex }) => hex).join(' '), palette.join(' ')));
  }
  return trials;
}

function fontTrials({ fonts }: Labels, extract: BrandExtract | undefined): Trial[] {
  if (fonts === undefined) return [];
  const first = extract?.fonts.find(({ family }) => family !== null)?.family;
  return [trial('fonts', equalsOne(first, fonts) && first !== undefined, first, fonts.join(', '))];
}

/** Reports whether a URL is that of the logo. Without a URL, the name is set in type. */
export function isLogo({ files = [], kind }: NonNullable<Labels['logo']>, url: string | undefined): boolean {
  if (url === undefined) return kind === 'text';
  // The letters of a data URL are random, so they may contain the name of a file.
  return url.startsWith('data:') ? kind === 'inline-svg' : showsOne(url, files);
}

function logoTrials({ logo }: Labels, extract: BrandExtract | undefined): Trial[] {
  if (logo === undefined) return [];
  const url = (extract && onlySure(extract))?.logo?.url;
  const wanted = [...(logo.files ?? []), logo.kind ?? ''].join(' ');
  return [trial('logo', extract !== undefined && isLogo(logo, url), url?.slice(0, urlMax), wanted)];
}

function languageTrial({ language }: Labels, extract: BrandExtract | undefined): Trial {
  const base = extract?.language?.toLowerCase().split('-')[0];
  return trial('language', base !== undefined && language.includes(base), extract?.language, language.join(' '));
}

/** Texts that an ad for the brand of a site would print; empty if the page has no text that is fit to print. */
export type PrintedWords = Pick<Copy, 'headline' | 'subheadline' | 'cta'>;

/**
 * Returns the texts that an ad prints without any text in the request. `extract` is undefined if no page was read.
 */
export function printedWords(extract: BrandExtract | undefined): PrintedWords {
  const found = extract && onlySure(extract);
  const hasPicture = found !== undefined && (found.pictures.length > 0 || (found.product?.images.length ?? 0) > 0);
  return adCopy([], hasPicture ? besidePicture(found) : found, extract?.language ?? 'en').copy;
}

/**
 * Reports whether the text of a button is a labelled one. A button that fills the bag and the customary call that an ad
 * prints in its place are right if any such button is labelled.
 */
export function isRightAction(action: string | null | undefined, accepted: readonly string[]): boolean {
  const isBuying = isBagButton(action ?? '') || isCustomaryCall(action ?? '');
  return isAccepted(action, accepted) || (isBuying && accepted.some(isBagButton));
}

/** Reports whether a printed text is a right one. On a page without a right text, none is. */
const isRightOrNone = (text: string, accepted: readonly string[], isRight: typeof isAccepted): boolean =>
  text === '' ? accepted.length === 0 : isRight(text, accepted);

function wordTrials({ headlines, supports, ctas }: Labels, extract: BrandExtract | undefined): Trial[] {
  const { headline, subheadline, cta } = printedWords(extract);
  const trials: Trial[] = [];
  if (headlines !== undefined)
    trials.push(trial('headline', isAccepted(headline, headlines), shown(headline), headlines.join(' | ')));
  if (supports !== undefined) {
    const isRight = extract !== undefined && isRightOrNone(subheadline, supports, isAccepted);
    trials.push(trial('second line', isRight, shown(subheadline), listed(supports)));
  }
  if (ctas !== undefined) {
    const isRight = extract !== undefined && isRightOrNone(cta, ctas, isRightAction);
    trials.push(trial('action', isRight, shown(cta), listed(ctas)));
  }
  return trials;
}

const listed = (accepted: readonly string[]): string => (accepted.length === 0 ? none : accepted.join(' | '));

const shown = (text: string): string | null => (text === '' ? null : text);

function priceTrials({ price, currency }: ProductLabel, product: BrandProduct | null | undefined): Trial[] {
  const trials: Trial[] = [];
  if (price !== undefined)
    trials.push(trial('price', Number(product?.price ?? Number.NaN) === Number(price), product?.price, price));
  if (currency !== undefined)
    trials.push(trial('currency', product?.currency === currency, product?.currency, currency));
  return trials;
}

function pictureTrials({ pictures }: ProductLabel, product: BrandProduct | null | undefined): Trial[] {
  if (pictures === undefined) return [];
  const first = product?.images[0];
  const isRight = first !== undefined && showsOne(first, pictures);
  return [trial('picture', isRight, first?.slice(0, urlMax), pictures.join(' '))];
}

function productTrials({ product: label }: Labels, extract: BrandExtract | undefined): Trial[] {
  const product = extract?.product;
  if (label === undefined) return [];
  if (label === false) return [trial('no false product', product === null, product?.name, none)];
  return [
    trial('product name', isAccepted(product?.name, label.name), product?.name, label.name.join(' | ')),
    ...priceTrials(label, product),
    ...pictureTrials(label, product),
  ];
}

/** Scores every labelled field of a site. If no page was read (`extract` is undefined), every field is a miss. */
export function score(labels: Labels, extract: BrandExtract | undefined): Trial[] {
  return [
    trial('name', equalsOne(extract?.name, labels.name), extract?.name, labels.name.join(' | ')),
    ...colorTrials(labels, extract),
    ...fontTrials(labels, extract),
    ...logoTrials(labels, extract),
    languageTrial(labels, extract),
    ...wordTrials(labels, extract),
    ...productTrials(labels, extract),
  ];
}
