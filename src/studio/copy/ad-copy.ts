import type { Copy } from '../brief.ts';
import { pageCta, pageHeadline, pageSubheadline, type PageWords } from './page-copy.ts';

/** An item of `ad_copies`, as the CRD has it. */
export interface GivenCopy {
  copyType: 'headline' | 'subheadline' | 'cta' | 'offer';
  copyText: string;
  price?: string | undefined;
}

export interface ChosenCopy {
  copy: Copy;
  /** True where at least one line is the page's. */
  usesPage: boolean;
}

export const noCopy: Copy = { headline: '', subheadline: '', cta: '', offer: '', price: '' };

/**
 * What the ad says: the request's, else the page's, else nothing. Offer and price are the request's alone, the price only
 * beside its offer. Nothing is made up and nothing is translated.
 */
export function adCopy(given: readonly GivenCopy[], page: PageWords = silentPage): ChosenCopy {
  const first = (type: GivenCopy['copyType']): GivenCopy | undefined => given.find(({ copyType }) => copyType === type);
  const isGiven = (type: GivenCopy['copyType']): boolean => first(type) !== undefined;
  const headline = first('headline')?.copyText ?? pageHeadline(page);
  const subheadline = first('subheadline')?.copyText ?? pageSubheadline(page, headline);
  const cta = first('cta')?.copyText ?? pageCta(page);
  const { copyText: offer, price = '' } = first('offer') ?? { copyText: '' };
  const copy = { headline, subheadline, cta, offer, price };
  return { copy, usesPage: pageLines.some((type) => copy[type] !== '' && !isGiven(type)) };
}

const pageLines = ['headline', 'subheadline', 'cta'] as const;

const silentPage: PageWords = { headlines: [], subheadlines: [], ctas: [], language: null, name: null, product: null };
