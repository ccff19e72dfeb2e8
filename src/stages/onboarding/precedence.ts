import { mayAlsoMean } from './currency-signs.ts';
import type { Findings, Found, FoundLogo, ProductValue } from './found.ts';
import { foldText } from './text.ts';

/**
 * Reader whose values are preferred, for each kind of finding: the reader of the page's source (JSON-LD, meta tags,
 * markup), the browser, which reads the painted page, or neither (`both`).
 */
export const precedence: Record<
  Exclude<keyof Findings, 'headlines' | 'names' | 'subheadlines' | 'ctas'>,
  'source' | 'painted' | 'both'
> = {
  languages: 'source',
  products: 'both', // The function `products` decides for each field.
  colors: 'painted',
  logos: 'painted',
  pictures: 'painted',
  fonts: 'both',
};

/** Factor for the confidence of values of the reader that is not preferred. */
const second = 0.6;

function ordered<T>(source: Found<T>[], painted: Found<T>[], first: 'source' | 'painted' | 'both'): Found<T>[] {
  const weaker = (found: Found<T>[], other: Found<T>[]): Found<T>[] =>
    other.length === 0 ? found : found.map((one) => ({ ...one, confidence: one.confidence * second }));
  return [
    ...(first === 'painted' ? weaker(source, painted) : source),
    ...(first === 'source' ? weaker(painted, source) : painted),
  ];
}

/**
 * Merges font families. A family that the source declares but that is not painted sets no text of the page: it is
 * unused, or a font of icons. It is left out, because an ad would be set in it if it had the only font file.
 */
function fonts(source: Findings['fonts'], painted: Findings['fonts']): Findings['fonts'] {
  const shown = new Set(painted.map(({ value }) => foldText(value.family ?? '')));
  if (shown.size === 0) return source;
  return [...source.filter(({ value }) => shown.has(foldText(value.family ?? ''))), ...painted];
}

/**
 * Returns the price and the currency of a painted product. They are a pair: the currency of the source may belong to
 * another price, so it is never combined with the painted price. If the painted currency is unknown, or its sign may
 * also mean the currency of the source, the result has no price, so that the pair of the source decides.
 */
function paintedPair(
  { price, currency }: ProductValue,
  source: Found<ProductValue>[],
): Pick<ProductValue, 'price' | 'currency'> {
  const known = source.find(({ value }) => value.price !== null && value.currency !== null)?.value.currency;
  const isUnsure = currency === null || mayAlsoMean(currency, known ?? '');
  return price === null || (isUnsure && known !== undefined) ? { price: null, currency: null } : { price, currency };
}

/**
 * Reports whether the names of a product in the source are those of a page of the site in general: only the title and
 * the social media tags state them, and they share no word with the painted name, which is the main heading.
 */
function isGeneralTitle(source: Found<ProductValue>[], painted: string | null): boolean {
  const named = source.filter(({ value }) => value.name !== null);
  const words = new Set(longWords(painted));
  return (
    words.size > 0 &&
    named.length > 0 &&
    named.every((one) => isTag(one) && longWords(one.value.name).every((word) => !words.has(word)))
  );
}

const isTag = ({ source }: Found<unknown>): boolean => source === 'meta' || source === 'open-graph';
const longWords = (text: string | null): string[] => foldText(text ?? '').match(/[\p{L}\p{M}]{3,}/gu) ?? [];

/**
 * Merges products. Name and description of the source are preferred, and price (with its currency) and pictures of the
 * painted page. The painted name is preferred to a general title.
 */
function products(source: Found<ProductValue>[], painted: Found<ProductValue>[]): Found<ProductValue>[] {
  const strongest = Math.max(0, ...source.map(({ confidence }) => confidence));
  const above = Math.min(1, strongest + 0.01);
  return [
    ...source,
    ...painted.flatMap((one): Found<ProductValue>[] => {
      const { name, ...value } = one.value;
      const shown = { ...value, ...paintedPair(one.value, source) };
      const worth = isGeneralTitle(source, name) ? above : one.confidence;
      return [
        { ...one, value: { ...shown, name: null }, confidence: above },
        { ...one, value: { ...shown, name, price: null, currency: null, images: [] }, confidence: worth },
      ];
    }),
  ];
}

/**
 * Returns the logos without the icon of the browser tab, unless its file is named after a logo. It is left out because the brand would use it on the page
 * if it were its logo: without another logo, the ad shows the name as text.
 */
function withoutTabIcons(logos: FoundLogo[]): FoundLogo[] {
  return logos.filter(({ isIcon, value }) => isIcon !== true || /logo/i.test(value.slice(-80)));
}

/** Returns the logos without the files in whose place the browser has painted another one. */
function withoutReplaced(logos: FoundLogo[]): FoundLogo[] {
  const replaced = new Set(logos.map(({ standsFor }) => standsFor));
  return logos.filter(({ value }) => !replaced.has(value));
}

/** Merges the findings of two readers of the same page. `painted` is undefined if no browser has read the page. */
export function byPrecedence(source: Findings, painted: Findings | undefined): Findings {
  if (painted === undefined) return source;
  const merged = <Key extends keyof typeof precedence>(key: Key): Findings[Key] =>
    ordered<unknown>(source[key], painted[key], precedence[key]) as Findings[Key];
  return {
    names: [...source.names, ...painted.names],
    languages: merged('languages'),
    colors: merged('colors'),
    logos: withoutReplaced(withoutTabIcons(merged('logos'))),
    pictures: merged('pictures'),
    headlines: [...source.headlines, ...painted.headlines],
    subheadlines: [...source.subheadlines, ...painted.subheadlines],
    ctas: [...source.ctas, ...painted.ctas],
    fonts: fonts(source.fonts, painted.fonts),
    products: products(source.products, painted.products),
  };
}
