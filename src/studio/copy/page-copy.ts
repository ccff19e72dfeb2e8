import type { BrandExtract } from '../../schema/brand.ts';
import { best, isFurniture, isHollow, isSame, sentences, textsOf, wordCount } from './words.ts';

export type PageWords = Pick<BrandExtract, 'headlines' | 'subheadlines' | 'ctas' | 'language' | 'name' | 'product'>;

const headlineWordsMax = 9;
const headlineCharactersMax = 70;
/** Maximum number of characters of a subheadline from a web page: three lines of 45 characters. */
const supportCharactersMax = 135;
const actionWordsMax = 4;
const actionCharactersMax = 24;

export function pageHeadline(page: PageWords): string {
  const lines = textsOf(page.headlines).map((text) => withoutName(text, page.name));
  return best(lines.map((text, at) => ({ text, score: headlineScore(text, page) - at * 0.4 })));
}

function headlineScore(text: string, page: PageWords): number {
  if (text === '' || isFurniture(text) || isSame(text, page.name ?? '')) return 0;
  const length = lengthScore(wordCount(text), text.length);
  if (length === 0) return 0;
  const isProductName = isSame(text, page.product?.name ?? '');
  return Math.max(0.1, length - (isHollow(text) ? 2.5 : 0) - (isProductName ? 2 : 0));
}

function lengthScore(words: number, characters: number): number {
  if (words === 1) return 3;
  if (words <= headlineWordsMax && characters <= headlineCharactersMax) return 6;
  return words <= headlineWordsMax + 4 && characters <= headlineCharactersMax + 20 ? 2.5 : 0;
}

function withoutName(title: string, name: string | null): string {
  const parts = title.split(/\s+[|–—·•:-]\s+|\s*\|\s*/u);
  if (parts.length < 2 || name === null) return title;
  const others = parts.filter((part) => !isSame(part, name));
  return others.length === parts.length ? title : (others[0] ?? title);
}

export function pageSubheadline(page: PageWords, headline: string): string {
  const language = page.language ?? 'en';
  const fromPage = textsOf(page.subheadlines).flatMap((text) => sentences(text, language).slice(0, 2));
  const fromProduct = sentences(page.product?.description ?? '', language).slice(0, 3);
  return best(
    [...fromPage, ...fromProduct].map((text, at) => ({ text, score: supportScore(text, headline) - at * 0.3 })),
  );
}

function supportScore(text: string, headline: string): number {
  const words = wordCount(text);
  if (isFurniture(text) || isSame(text, headline) || words < 3 || text.length > supportCharactersMax) return 0;
  const repeats = headline !== '' && text.toLowerCase().startsWith(headline.toLowerCase()) ? 2 : 0;
  return 5 - (isHollow(text) ? 2 : 0) - (text.length > 100 ? 1 : 0) - repeats;
}

export function pageCta(page: PageWords): string {
  return best(textsOf(page.ctas).map((text, at) => ({ text, score: ctaScore(text) - at * 0.4 })));
}

const strong =
  /^(shop|buy|order|get|start|try|book|reserve|build|design|jetzt|kaufen|acheter|achetez|comprar|compra|acquista)\b/iu;
const fair =
  /^(explore|see|find|discover|view|compare|plan|create|choose|meet|join|request|learn|download|watch|entdecken|découvrir|descubre|scopri)\b/iu;
const odd =
  /\b(add to|accept|decline|close|share|submit|send|subscribe|register|next|previous|back|more info|read more|show|filter|sort|follow|apply)\b/i;

function ctaScore(text: string): number {
  if (text === '' || isFurniture(text) || odd.test(text)) return 0;
  if (wordCount(text) > actionWordsMax || text.length > actionCharactersMax) return 0;
  return (strong.test(text) ? 5 : fair.test(text) ? 4 : 2.5) - (wordCount(text) === 1 ? 0.5 : 0);
}
