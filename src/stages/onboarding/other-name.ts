import { refusal } from '../../words/printable.ts';
import { metaReader } from './extract/meta-tags.ts';
import type { Page } from './page.ts';
import { siteLabel, squeezed } from './site-labels.ts';

const charactersMax = 300;
const nobody = { brand: null, product: null, language: null };

/**
 * Returns a test whether a heading or a part of a title names something other than a product: the site, also with a
 * slogan after a colon, or the title of a page or section.
 */
export function otherNameTest({ $, url }: Page): (text: string) => boolean {
  const declared = metaReader($).text('og:site_name', charactersMax) ?? '';
  const names = new Set([declared, siteLabel(url) ?? ''].map(squeezed));
  const isSite = (text: string): boolean => names.has(squeezed(text.split(/ ?: /u)[0] ?? ''));
  return (text) => isSite(text) || refusal(text, 'headline', nobody)?.name === 'title';
}
