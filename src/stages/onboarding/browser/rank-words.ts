import { evidence, facts, type Evidence } from '../evidence.ts';
import type { FontValue, Found } from '../found.ts';
import { callText } from '../call-text.ts';
import { overlay } from '../element.ts';
import { cleanText, foldText, textMax } from '../text.ts';
import { asideNames, isFilledButton, isOthersButton, isOutlinedButton, prominence } from './buttons.ts';
import type { PageFacts, PaintedWords } from './facts.ts';
import { windowSize } from '../../../browser/browser-flags.ts';

const source = 'painted';
const asidePlaces = new Set(['footer', 'nav', 'dialog', 'aside']);

function isContent({ place, names }: PaintedWords): boolean {
  return !asidePlaces.has(place) && !overlay.test(names.toLowerCase());
}

function found(words: PaintedWords, charactersMax: number, confidence: number): Found<string>[] {
  const value = cleanText(words.text, charactersMax);
  return value === undefined ? [] : [{ value, source, confidence: Math.max(0.05, Math.min(0.95, confidence)) }];
}

/** Size in CSS pixels above which texts count as equally large. */
const sizeMax = 96;

const isOnFirstScreen = ({ y, height }: PaintedWords): boolean => y + height < windowSize.height;

/**
 * Minimum number of texts in the same style, at different places of the page, that count as a series, such as the titles
 * of sections or cards.
 */
const seriesMin = 3;

const styleOf = ({ tag, size }: PaintedWords): string => `${tag} ${Math.round(size)}`;

/** Maximum distance in CSS pixels of two texts that are painted at the same place, as the slides of a carousel are. */
const samePlaceMax = 40;

const isSamePlace = (one: PaintedWords, other: PaintedWords): boolean =>
  Math.abs(one.x - other.x) <= samePlaceMax && Math.abs(one.y - other.y) <= samePlaceMax;

/**
 * Reports whether a text is one of a series. The first text of the largest size is not, if it is alone on the first
 * screen: on such a page the hero has the style of the sections. Slides beside the window are not counted.
 */
function isOneOfSeries(words: PaintedWords, usable: PaintedWords[], largest: number): boolean {
  const others = usable.filter(
    (other) =>
      other !== words &&
      styleOf(other) === styleOf(words) &&
      other.x < windowSize.width &&
      other.x + other.width > 0 &&
      !isSamePlace(other, words),
  );
  if (others.length < seriesMin - 1) return false;
  return words.size < largest || !isOnFirstScreen(words) || others.some(isOnFirstScreen);
}

const sizeOf = ({ size }: PaintedWords): number => Math.min(size, sizeMax);

/** Returns the words that are painted as headlines. */
function paintedAsHeadlines(words: PaintedWords[]): PaintedWords[] {
  return words.filter((each) => {
    const isLarge = each.kind === 'heading' || each.kind === 'large';
    return (
      isLarge && isContent(each) && each.text.length >= 3 && each.text.length <= 140 && /\p{L}{2}/u.test(each.text)
    );
  });
}

/** Returns the words that are painted largest, of those on the first screen if there are any. */
function mainHeadline(usable: PaintedWords[]): PaintedWords | undefined {
  const first = usable.filter(isOnFirstScreen);
  return (first.length > 0 ? first : usable).toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
}

/** Maximum number of texts that are taken as headlines of a painted page, the largest ones. */
const headlinesMax = 16;

/** Returns the texts that are painted as headlines, the largest first. */
export function paintedHeadlines({ words }: Pick<PageFacts, 'words'>): Evidence<string>[] {
  const usable = paintedAsHeadlines(words).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const largest = Math.max(1, ...usable.map(sizeOf));
  const main = mainHeadline(usable);
  return usable.slice(0, headlinesMax).flatMap((each) =>
    evidence(cleanText(each.text, textMax.copy), source, {
      painted: 1,
      'painted.size': sizeOf(each) / largest,
      'painted.absolute-size': sizeOf(each) / sizeMax,
      ...facts({
        'painted.main': each === main,
        'painted.h1': each.tag === 'h1',
        'painted.large': each.kind === 'large',
        'painted.first-screen': isOnFirstScreen(each),
        'painted.far-below': each.y > windowSize.height * 2,
        'painted.header': each.place === 'header',
        'painted.form': each.place === 'form',
        'painted.linked': each.href !== '',
        'painted.series': isOneOfSeries(each, usable, largest),
      }),
    }),
  );
}

const nearMax = { below: 450, beside: 120 };

/** Reports whether a button is painted below the main headline of the page, as buttons of a hero are. */
function isNear(button: PaintedWords, headline: PaintedWords | undefined): boolean {
  if (headline === undefined) return false;
  const { x, y, width, height } = headline;
  const isBelow = button.y >= y && button.y <= y + height + nearMax.below;
  const isBeside = button.x <= x + width + nearMax.beside && button.x + button.width >= x - nearMax.beside;
  return isBelow && isBeside;
}

/**
 * Reports whether a button belongs to a search field, newsletter, cart or messenger, so that it is not the call to
 * action of the page.
 */
function isFurniture(words: PaintedWords): boolean {
  return asideNames.test(words.names.replace(/add-to-cart|add_to_cart|addtocart/gi, '')) || isOthersButton(words);
}

/** Share of the score of a button that depends on the main headline: 0.2 for a button near it. */
const nearShare = 0.2;

/** Returns the texts of the buttons that stand out, best first. */
export function paintedCalls({ words }: Pick<PageFacts, 'words'>): Found<string>[] {
  const headline = mainHeadline(paintedAsHeadlines(words));
  const score = (each: PaintedWords): number =>
    (prominence(each) * (1 - nearShare) + (isNear(each, headline) ? nearShare : 0)) * (isFilledButton(each) ? 1 : 0.7);
  const buttons = words.filter((each) => isContent(each) && (isFilledButton(each) || isOutlinedButton(each)));
  return buttons
    .map((each) => ({ ...each, text: callText(each.text) ?? '' }))
    .filter((each) => /\p{L}{2}/u.test(each.text) && each.text.length <= 36 && !isFurniture(each))
    .flatMap((each) => found(each, textMax.copy, score(each)))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, 12);
}

/** Maximum distance in CSS pixels of the name of a product from its price below. */
const aboveMax = 320;

/**
 * Returns the name of the product on a product page: the main heading, of several the one closest above the first
 * price; on a page without a main heading, any heading closest above the first price. `isOther` tells which headings name
 * something other than a product.
 */
export function paintedName(
  { words }: Pick<PageFacts, 'words'>,
  isOther: (text: string) => boolean,
): string | undefined {
  // Some pages have the name and price of the product in an `aside` beside its picture.
  const prices = words.filter(({ kind }) => kind === 'price');
  const isBeside = !prices.some(isContent) && prices.some(({ place }) => place === 'aside');
  const isShown = (each: PaintedWords): boolean => isContent(each) || (isBeside && each.place === 'aside');
  const headings = words.filter(
    (each) =>
      (each.kind === 'heading' || each.kind === 'large') &&
      isShown(each) &&
      /\p{L}{2}/u.test(each.text) &&
      !isOther(each.text),
  );
  const price = prices.find(isShown);
  const above = headings.filter(({ y }) => price !== undefined && y <= price.y && y > price.y - aboveMax);
  const mains = headings.filter(({ tag }) => tag === 'h1');
  const main = mains.findLast((each) => above.includes(each)) ?? mains[0] ?? above.at(-1);
  return cleanText(main?.text, textMax.name);
}

/** Matches the default font of browsers, which is painted on a page that declares no font. */
const undeclared = /^"?Times New Roman"?$/;

function firstFamily(stack: string): string | undefined {
  if (undeclared.test(stack)) return undefined;
  const first = /^\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^,"']{1,100}))/.exec(stack);
  const family = cleanText(first?.[1] ?? first?.[2] ?? first?.[3], 100);
  if (family === undefined || /icon|awesome|glyph|\(/i.test(family)) return undefined;
  return family.replace(/^__(.+?)_[0-9a-f]{6}$/, '$1').replaceAll('_', ' ');
}

/** Returns the first family of the font stacks of the main heading, of the first paragraph and of the page body. */
export function paintedFonts({ words, bodyFamily }: Pick<PageFacts, 'words' | 'bodyFamily'>): Found<FontValue>[] {
  const headings = words.filter((each) => each.kind === 'heading' && isContent(each));
  const main = headings.find(({ tag }) => tag === 'h1') ?? headings.sort((one, other) => other.size - one.size)[0];
  const paragraph = words.find((each) => each.kind === 'paragraph' && isContent(each));
  const uses: [string | undefined, number][] = [
    [main?.family, 0.9],
    [paragraph?.family ?? bodyFamily, 0.85],
    [bodyFamily, 0.7],
  ];
  const seen = new Set<string>();
  return uses.flatMap(([stack, confidence]) => {
    const family = stack === undefined ? undefined : firstFamily(stack);
    if (family === undefined || seen.has(foldText(family))) return [];
    seen.add(foldText(family));
    return [{ value: { family, url: null }, source, confidence }];
  });
}
