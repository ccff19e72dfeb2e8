import type { Copy } from '../brief.ts';

/** Minimum length of a quotation, and maximum length of its source, in characters. */
const quoteMin = 16;
const sourceMax = 60;

const quoted = /^["'“”„«»‹‘「『].+["'”“»«›’」』][.!]?$/u;

/** Reports whether the headline is a quotation; a subheadline is then its source. */
export const isQuote = ({ headline, subheadline }: Pick<Copy, 'headline' | 'subheadline'>): boolean =>
  headline.length >= quoteMin && subheadline.length <= sourceMax && quoted.test(headline.trim());
