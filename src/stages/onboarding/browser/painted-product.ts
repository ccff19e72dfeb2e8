import { windowSize } from '../../../browser/browser-flags.ts';
import { plainDigits } from '../../../domain/written-amount.ts';
import { isBagButton, isSelling } from '../../../words/actions.ts';
import { hasSign, noHints, withoutSigns, type CurrencyHints } from '../currency.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { StatedPrice } from '../findings.ts';
import { readPrice } from '../price.ts';
import { cleanText, textMax } from '../text.ts';
import { isFilledButton } from './buttons.ts';
import type { PageFacts, PaintedWords } from './facts.ts';
import { priceText } from './price-text.ts';

const source = 'painted';
const others = /related|recommend|upsell|cross-?sell|recently|also-|similar/i;
const charges = /cart|basket|shipping|delivery|save|discount|instal|monthly|filter|free-/i;
const formerPrice = /compare|was-price|old-price|price-?old|strike|list-?price|uvp|rrp/i;
const card = /card|\bitem\b|teaser|tile|swiper|slide|carousel/i;
const priceCharactersMax = 48;
const sizeMax = 48;
const candidatesMax = 24;
/** Distance in CSS pixels at which two things of a page are no longer near each other. */
const farMin = 600;

type Words = Pick<PageFacts, 'words'>;

export const isOther = (names: string): boolean => others.test(names);
const isOutside = ({ place }: PaintedWords): boolean => place === 'footer' || place === 'nav' || place === 'dialog';

/** Returns 1 for things at the same height, 0 for things that are far from each other or not there. */
export function nearness(one: Pick<PaintedWords, 'y'>, other: PaintedWords | undefined): number {
  return other === undefined ? 0 : Math.max(0, 1 - Math.abs(one.y - other.y) / farMin);
}

/** Returns the first button that puts the product into the bag or sells it otherwise. */
function buyButton(words: readonly PaintedWords[]): PaintedWords | undefined {
  const usable = words.filter((each) => each.kind === 'action' && !isOutside(each) && each.text.length <= 40);
  return (
    usable.find(({ text }) => isBagButton(text)) ?? usable.find((each) => isFilledButton(each) && isSelling(each.text))
  );
}

interface ReadPrice {
  words: PaintedWords;
  text: string;
  value: StatedPrice;
}

function pricesIn(words: readonly PaintedWords[], hints: CurrencyHints): ReadPrice[] {
  const read = words
    .filter((each) => each.kind === 'price' && !isOutside(each) && each.text.length <= priceCharactersMax)
    .filter(({ names }) => !others.test(names))
    .flatMap((each) => {
      const text = plainDigits(priceText(each));
      const value = hasSign(text, hints) ? readPrice(text, hints) : undefined;
      return value === undefined ? [] : [{ words: each, text, value }];
    });
  // A former price stands before the present one on many pages.
  return [...read.filter((one) => !isFormer(one)), ...read.filter(isFormer)].slice(0, candidatesMax);
}

const isFormer = ({ words }: ReadPrice): boolean => words.struck || formerPrice.test(words.names);

/** Reports whether a text is a price without other words. */
const isAlone = ({ text }: ReadPrice): boolean => withoutSigns(text).replace(/[\d.,'’\s]/g, '').length <= 3;

/** Returns the price that is painted largest near the main heading; without one, on the first two screens. */
function mainPrice(prices: readonly ReadPrice[], heading: PaintedWords | undefined): PaintedWords | undefined {
  const present = prices.filter((one) => !isFormer(one));
  const alone = present.filter(isAlone);
  const usable = (alone.length > 0 ? alone : present).map(({ words }) => words);
  const near = usable.filter((each) => nearness(each, heading) > 0);
  const first = usable.filter(({ y }) => y < windowSize.height * 2);
  const places = [near, first, usable].find(({ length }) => length > 0) ?? [];
  return places.toSorted((one, other) => other.size - one.size)[0];
}

const isHeading = ({ kind }: PaintedWords): boolean => kind === 'heading' || kind === 'large';

export const mainHeading = (words: readonly PaintedWords[]): PaintedWords | undefined =>
  words.find(({ kind, tag }) => kind === 'heading' && tag === 'h1');

function placeOf({ y, height, href, place, names }: PaintedWords): Features {
  return facts({
    'painted.first-screen': y + height < windowSize.height,
    'painted.far-below': y > windowSize.height * 2,
    'painted.linked': href !== '',
    'painted.header': place === 'header',
    'painted.form': place === 'form',
    'painted.others': others.test(names),
    'painted.card': card.test(names),
  });
}

/** Returns the prices that a page shows. */
export function paintedPrices({ words }: Words, hints: CurrencyHints = noHints): Evidence<StatedPrice>[] {
  const prices = pricesIn(words, hints);
  const largest = Math.max(1, ...prices.map((one) => one.words.size));
  const heading = mainHeading(words);
  const main = mainPrice(prices, heading);
  return prices.flatMap((one, at) => {
    const { words: each, value } = one;
    return evidence(value, source, {
      painted: 1,
      'painted.size': each.size / largest,
      'painted.absolute-size': Math.min(each.size, sizeMax) / sizeMax,
      'painted.early': 1 / (at + 1),
      'painted.near-heading': nearness(each, heading),
      ...placeOf(each),
      ...facts({
        'painted.main': each === main,
        'painted.alone': isAlone(one),
        'painted.former': isFormer(one),
        'painted.sold': !isFormer(one),
        'painted.charge': charges.test(each.names),
      }),
    });
  });
}

/** Maximum distance in CSS pixels of the name of a product from its price or the button that sells it, below it. */
const aboveMax = 600;

/** Returns the text that is closest above another one. */
function closestAbove(other: PaintedWords | undefined, texts: readonly PaintedWords[]): PaintedWords | undefined {
  return texts.findLast(({ y }) => other !== undefined && y <= other.y && y > other.y - aboveMax);
}

/**
 * Returns the heading that visitors take for the name: the main heading, of several the one closest above the price; on a
 * page without a main heading, any text closest above the price.
 */
function mainName(texts: readonly PaintedWords[], price: PaintedWords | undefined): PaintedWords | undefined {
  const mains = texts.filter(({ tag }) => tag === 'h1');
  return closestAbove(price, mains) ?? mains[0] ?? closestAbove(price, texts);
}

/** Returns the headings and large texts of a page, of which one is probably the name of the product. */
export function paintedProductNames({ words }: Words, hints: CurrencyHints = noHints): Evidence<string>[] {
  const shown = words.filter((each) => isHeading(each) && !isOutside(each) && /\p{L}{2}/u.test(each.text));
  const price = mainPrice(pricesIn(words, hints), mainHeading(words));
  // Some pages have the name and price of the product in an `aside` beside its picture.
  const texts = shown.filter(({ place }) => place !== 'aside' || price?.place === 'aside');
  const largest = Math.max(1, ...texts.map(({ size }) => Math.min(size, sizeMax)));
  const [main, abovePrice] = [mainName(texts, price), closestAbove(price, texts)];
  const aboveButton = closestAbove(buyButton(words), texts);
  return texts.slice(0, candidatesMax).flatMap((each, at) =>
    evidence(cleanText(each.text, textMax.name), source, {
      painted: 1,
      'painted.size': Math.min(each.size, sizeMax) / largest,
      'painted.absolute-size': Math.min(each.size, sizeMax) / sizeMax,
      'painted.early': 1 / (at + 1),
      ...placeOf(each),
      ...facts({
        'painted.main': each === main,
        'painted.above-price': each === abovePrice,
        'painted.above-button': each === aboveButton,
      }),
    }),
  );
}
