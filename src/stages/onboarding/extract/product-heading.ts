import type { Element } from 'domhandler';
import { noProduct, type Extractor } from '../found.ts';
import { isWithin, overlay } from '../element.ts';
import type { Page } from '../page.ts';
import { otherNameTest } from '../other-name.ts';
import { cleanText, foldText, textMax } from '../text.ts';
import { titleParts } from '../title.ts';
import { metaReader } from './meta-tags.ts';
import { visibleText } from './visible-text.ts';

const headingsMax = 40;
const charactersMax = 300;
const aside =
  /footer|<footer>|<nav>|<aside>|related|recommend|upsell|cross-?sell|recently|review|breadcrumb|cart-drawer|mini-?cart|mega-?menu|newsletter|tab(?:s|-|\b)|accordion/;
/** Share of the words of a heading that the title of a product page repeats, if the heading names the product. */
const sharedMin = 0.6;

/** Matches what a page shows until its scripts have filled in the name, such as `Loading...`. */
const placeholder = /^\S+ ?(?:…|\.{3})$/u;

/** Matches a text that is repeated, as in themes that write the name for small and for large windows. */
const twice = /^(.+) \1$/u;

function words(text: string): string[] {
  return foldText(text)
    .split(' ')
    .filter((word) => word !== '');
}

/**
 * Returns the words that name the product besides its heading: those of the title without the name of the site, and
 * those of the last part of the address.
 */
function titleWords({ $, url }: Page, isOther: (text: string) => boolean): Set<string> {
  const tags = metaReader($);
  const slug = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const titles = [$('title').first().text(), tags.text('og:title', charactersMax) ?? ''];
  const parts = titles
    .flatMap((title) => titleParts(cleanText(title, charactersMax) ?? ''))
    .filter((part) => !isOther(part));
  return new Set(words(`${parts.join(' ')} ${slug.replace(/\.\w+$/, '')}`));
}

function headings({ $ }: Page): { element: Element; text: string }[] {
  return $('h1, h2, h3, [class*="product" i][class*="title" i], [class*="product" i][class*="name" i]')
    .toArray()
    .slice(0, headingsMax)
    .flatMap((element) => {
      const text =
        isWithin(element, overlay) || isWithin(element, aside)
          ? undefined
          : cleanText(visibleText(element), textMax.name);
      return text !== undefined && /\p{L}{2}/u.test(text) ? [{ element, text: text.replace(twice, '$1') }] : [];
    });
}

/**
 * Extractor of the name of the product from the heading of its page. A heading that the title of the page repeats is
 * trusted more than structured data, whose name often has words for search engines behind it.
 */
export const productHeading: Extractor = (page) => {
  if (page.role !== 'product') return {};
  const isOther = otherNameTest(page);
  const found = headings(page).filter(({ text }) => !isOther(text) && !placeholder.test(text));
  const known = titleWords(page, isOther);
  const isRepeated = ({ text }: { text: string }): boolean => {
    const own = words(text);
    return own.filter((word) => known.has(word)).length >= own.length * sharedMin;
  };
  const mains = found.filter(({ element }) => element.name === 'h1');
  const repeated = mains.find(isRepeated) ?? found.find(isRepeated);
  const main = repeated ?? mains[0];
  if (main === undefined) return {};
  const isSure = repeated !== undefined && (repeated.element.name === 'h1' || words(repeated.text).length >= 2);
  // The painted page shows which of several main headings is close to the price.
  const confidence = isSure ? 0.97 : mains.length > 1 ? 0.45 : 0.55;
  return { products: [{ value: { ...noProduct, name: main.text }, source: 'page', confidence }] };
};
