import { clipped } from '../../domain/clipped.ts';
import type { RenderedAd } from '../../studio/brief.ts';

const codePointsMax = 600;

export interface AltFacts {
  brand: string | null;
  product: string | null;
  language: string;
  showsProduct: boolean;
}

export type Described = Pick<RenderedAd, 'copy' | 'layout' | 'hasLogo' | 'shown'> &
  Partial<Pick<RenderedAd, 'details'>>;

/**
 * Returns the alternative text of an ad, for people who cannot see the ad: what the ad shows, and every word on it.
 * Descriptions are always in English, so in other languages the text has only the words on the ad and the names of
 * brand and product.
 */
export function altText(ad: Described, facts: AltFacts): string {
  const { headline, subheadline, cta, offer, price } = ad.copy;
  const words = [
    headline,
    subheadline,
    ...(ad.details ?? []),
    [offer, price].filter((text) => text !== '').join(', '),
    cta,
  ];
  const shownTexts = words.map((text) => text.replace(/\s*\n\s*/gu, '; ')).filter((text) => text !== '');
  const text = facts.language.startsWith('en') ? inEnglish(ad, facts, shownTexts) : bare(facts, shownTexts);
  return clipped(text, codePointsMax);
}

function inEnglish({ layout, hasLogo, shown }: Described, facts: AltFacts, shownTexts: string[]): string {
  const { brand, product } = facts;
  const about = product === null || product === brand ? '' : ` for ${product}`;
  const by = brand === null ? '' : ` by ${brand}`;
  const what = layout === 'shapes' ? ', with shapes in the colours of the brand' : shownIn(shown, facts);
  const reads = shownTexts.length === 0 ? '' : ` It reads: ${shownTexts.map((text) => `“${text}”`).join(', ')}.`;
  const signed = hasLogo ? ` ${brand === null ? 'A logo' : `The ${brand} logo`} is on it.` : '';
  return `An ad${about}${by}${what}.${reads}${signed}`;
}

function shownIn(shown: RenderedAd['shown'], { product, showsProduct }: AltFacts): string {
  if (shown === null) return '';
  const alt = shown.alt?.replace(/[.\s]+$/, '') ?? '';
  if (alt !== '' && alt !== product) return `, with a picture: ${alt}`;
  return shown.role !== 'lifestyle' && showsProduct ? ', with a picture of the product' : ', with a photo';
}

function bare({ brand, product }: AltFacts, shownTexts: string[]): string {
  const parts = [brand ?? '', product ?? '', ...shownTexts].filter((part) => part !== '');
  return [...new Set(parts)].map((part) => (/[.!?。！？…।؟]$/u.test(part) ? part : part + stopAfter(part))).join(' ');
}

/** Returns the full stop of the text's language; `''` for Thai, in which a sentence ends with a space. */
function stopAfter(text: string): string {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(text)) return '。';
  if (/\p{Script=Devanagari}$/u.test(text)) return '।';
  return /\p{Script=Thai}$/u.test(text) ? '' : '.';
}
