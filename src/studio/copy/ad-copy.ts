import type { SourcedText } from '../../schema/brand.ts';
import type { Copy } from '../brief.ts';
import { firstAmount, hasMoney } from '../../words/money.ts';
import { isLimiting, qualifiedPrice } from '../../words/qualified-price.ts';
import { canBeIn } from '../../words/writing.ts';
import { pageChoices, preferring, type PageChoice, type PageChoices } from './page-choice.ts';
import { inOrderOfUse, pageCta, pageHeadline, pageSubheadline, type PageWords } from './page-copy.ts';

export interface GivenCopy {
  copyType: 'headline' | 'subheadline' | 'cta' | 'offer';
  copyText: string;
  price?: string | undefined;
}

export interface ChosenCopy {
  copy: Copy;
  usesPage: boolean;
}

/**
 * Returns the texts of the ad: each from the request, else from the web page, else empty. Offer and price are taken
 * from the request only, and the price only together with its offer. Texts are never invented or translated. Of the
 * texts of the page, those of `choice` are preferred.
 */
export function adCopy(
  given: readonly GivenCopy[],
  page: PageWords | undefined,
  language: string,
  choice: PageChoice = {},
): ChosenCopy {
  const first = (type: GivenCopy['copyType']): GivenCopy | undefined => given.find(({ copyType }) => copyType === type);
  const isGiven = (type: GivenCopy['copyType']): boolean => first(type) !== undefined;
  const words = preferring(wordsIn(language, page ?? silentPage), choice);
  const headline = first('headline')?.copyText ?? pageHeadline(words);
  const cta = first('cta')?.copyText ?? pageCta(words, headline);
  const subheadline = first('subheadline')?.copyText ?? pageSubheadline(words, { headline, cta });
  const copy = { headline, subheadline, cta, ...offerOf(first('offer')) };
  return { copy, usesPage: pageLines.some((type) => copy[type] !== '' && !isGiven(type)) };
}

/**
 * Returns the texts of the page from which the texts that the request does not give may be chosen. A part for which there
 * is no choice has none.
 */
export function copyChoices(given: readonly GivenCopy[], page: PageWords | undefined, language: string): PageChoices {
  const found = pageChoices(wordsIn(language, page ?? silentPage), language);
  const open = (type: keyof PageChoices): readonly string[] =>
    given.some(({ copyType }) => copyType === type) || found[type].length < 2 ? [] : found[type];
  return { headline: open('headline'), subheadline: open('subheadline'), cta: open('cta') };
}

/**
 * Returns the offer and its price. A price that the offer states with its limit is taken out of the offer, so that an
 * ad does not state it twice: `Breakfast` and `from $9 per person`. An offer that only limits the price, such as `First
 * month`, stays as it is: `stack` never sets the price without it.
 */
function offerOf(given: GivenCopy | undefined): Pick<Copy, 'offer' | 'price'> {
  const { copyText: offer = '', price: bare = '' } = given ?? {};
  const price = priceBeside(bare, offer);
  if (offer === price) return { offer, price: '' };
  if (price === bare || price === '') return { offer, price };
  const words = withoutPrice(offer, price);
  return words === '' ? { offer, price } : { offer: words, price };
}

/**
 * Returns a price as it stands next to its offer: as given if the offer only limits it, such as `Per week`. It may not
 * be stated without such an offer.
 */
export const priceBeside = (bare: string, offer: string): string => (isLimit(offer) ? bare : limitedPrice(bare, offer));

/** Reports whether an offer limits its price and does not state it. */
const isLimit = (offer: string): boolean => isLimiting(offer) && !hasMoney(offer);

/** Returns the other words of an offer that begins or ends with its price; `''` otherwise. */
function withoutPrice(offer: string, price: string): string {
  const after = offer.startsWith(price) ? offer.slice(price.length) : '';
  const rest = offer.endsWith(price) ? offer.slice(0, -price.length) : after;
  return rest.replace(/^[\s,.:;–—-]+|[\s,:;–—-]+$/gu, '');
}

/**
 * Returns a price with the limit that the offer states, such as `from £49` or `£1 for the first month`. Layouts set it
 * large and apart from its offer. `''` if the offer limits the price in a way that only its whole text says.
 */
function limitedPrice(price: string, offer: string): string {
  if (price === '' || !isLimiting(offer) || isLimiting(price)) return price;
  const stated = hasMoney(offer) ? qualifiedPrice(offer) : null;
  const isSame = stated !== null && figuresOf(stated) === figuresOf(price);
  return isSame ? stated : '';
}

const figuresOf = (text: string): string => (firstAmount(text)?.amount ?? text).replace(/[^\p{Nd}]/gu, '');

/**
 * Sorts the texts of the page in the order of their use, with texts in the writing system of `language` in front. The
 * other texts are kept, because an ad uses them if no other text is fit.
 */
function wordsIn(language: string, found: PageWords): PageWords {
  const page = inOrderOfUse(found);
  const fittingFirst = (lines: SourcedText[]): SourcedText[] => [
    ...lines.filter(({ text }) => canBeIn(language, text)),
    ...lines.filter(({ text }) => !canBeIn(language, text)),
  ];
  return {
    ...page,
    headlines: fittingFirst(page.headlines),
    brandLines: fittingFirst(page.brandLines),
    subheadlines: fittingFirst(page.subheadlines),
    ctas: fittingFirst(page.ctas),
  };
}

const pageLines = ['headline', 'subheadline', 'cta'] as const;

const silentPage: PageWords = {
  headlines: [],
  brandLines: [],
  subheadlines: [],
  ctas: [],
  language: null,
  name: null,
  product: null,
};
