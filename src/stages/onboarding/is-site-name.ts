import type { Page } from './page.ts';
import { metaReader } from './extract/meta-tags.ts';
import { siteLabel, squeezed } from './site-labels.ts';

const charactersMax = 300;

/** Returns a test whether a text is the name of the site and not of a product. */
export function siteNameTest({ $, url }: Page): (text: string) => boolean {
  const declared = metaReader($).text('og:site_name', charactersMax) ?? '';
  const names = new Set([declared, siteLabel(url) ?? ''].map(squeezed));
  return (text) => names.has(squeezed(text));
}
