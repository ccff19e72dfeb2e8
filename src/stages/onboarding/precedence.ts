import type { Findings, Found } from './found.ts';

/**
 * Reader whose values are preferred, for each kind of finding: the reader of the page's source (JSON-LD, meta tags,
 * markup), the browser, which reads the painted page, or neither (`both`).
 */
export const precedence: Record<
  Exclude<
    keyof Findings,
    | 'colors'
    | 'fonts'
    | 'headlines'
    | 'logos'
    | 'names'
    | 'subheadlines'
    | 'ctas'
    | 'productNames'
    | 'prices'
    | 'descriptions'
    | 'pictures'
  >,
  'source' | 'painted' | 'both'
> = {
  languages: 'source',
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

/** Merges the findings of two readers of the same page. `painted` is undefined if no browser has read the page. */
export function byPrecedence(source: Findings, painted: Findings | undefined): Findings {
  if (painted === undefined) return source;
  const merged = <Key extends keyof typeof precedence>(key: Key): Findings[Key] =>
    ordered<unknown>(source[key], painted[key], precedence[key]) as Findings[Key];
  return {
    names: [...source.names, ...painted.names],
    languages: merged('languages'),
    colors: [...source.colors, ...painted.colors],
    logos: [...source.logos, ...painted.logos],
    pictures: [...source.pictures, ...painted.pictures],
    headlines: [...source.headlines, ...painted.headlines],
    subheadlines: [...source.subheadlines, ...painted.subheadlines],
    ctas: [...source.ctas, ...painted.ctas],
    productNames: [...source.productNames, ...painted.productNames],
    prices: [...source.prices, ...painted.prices],
    fonts: [...source.fonts, ...painted.fonts],
    descriptions: [...source.descriptions, ...painted.descriptions],
  };
}
