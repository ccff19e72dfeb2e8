import type { Element } from 'domhandler';
import { decodeHTML } from 'entities';
import { isOfPage } from '../../../words/printable.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import type { Page } from '../page.ts';
import { isWithin, overlay } from '../element.ts';
import { cleanText, foldText, textMax } from '../text.ts';
import { domainLabel } from '../title.ts';
import { heroPlace } from './pictures.ts';
import { visibleText } from './visible-text.ts';

const source = 'page';
const headingsMax = 60;
const headlinesMax = 12;
const headlineCharactersMax = 140;
const card = /card|\bitem\b|product(?!-page|-hero|-detail|_detail)|\bpost\b|teaser|tile/;
const aside =
  /footer|<footer>|<nav>|<aside>|<blockquote>|newsletter|cart|search|related|announcement|promo-bar|topbar|breadcrumb|review|testimonial|\bteam|\bstaff|\bspeaker|\bauthor|\bfaq|accordion|\bcomments?\b|mega-?menu|sr-only|visually-hidden|screen-reader/;

function isHeadline(text: string, { url }: Page): boolean {
  if (text.length < 2 || text.length > headlineCharactersMax || isOfPage(text) || !/\p{L}{2}/u.test(text)) return false;
  // A heading that only repeats the name of the site serves as its logo and is not a headline.
  return foldText(text).replaceAll(' ', '') !== foldText(domainLabel(url)).replaceAll(' ', '');
}

function featuresOf(element: Element, position: number): Features {
  const inHero = isWithin(element, heroPlace);
  return {
    written: 1,
    'written.early': 1 - position / headlinesMax,
    ...facts({
      'written.h1': element.name === 'h1',
      'written.h2': element.name === 'h2',
      'written.hero': inHero,
      'written.header': !inHero && isWithin(element, /<header>/),
      'written.card': element.name !== 'h1' && isWithin(element, card),
    }),
  };
}

const places = [
  'h1, h2',
  ...['hero', 'banner', 'promo', 'slide'].flatMap((place) =>
    ['title', 'headline', 'heading'].map((title) => `[class*="${place}" i] [class*="${title}" i]`),
  ),
].join(', ');

function headings(page: Page): { element: Element; text: string }[] {
  const selected = page.$.root().find(places);
  return selected
    .toArray()
    .slice(0, headingsMax)
    .flatMap((element) => {
      if (isWithin(element, overlay) || isWithin(element, aside)) return [];
      const text = cleanText(decodeHTML(visibleText(element)), textMax.copy);
      return text !== undefined && isHeadline(text, page) ? [{ element, text }] : [];
    });
}

/** Number of headings whose next text is taken as a supporting text. */
const supportedMax = 8;

function belowOf(page: Page, { element }: { element: Element }, isMain: boolean): Evidence<string>[] {
  return evidence(
    subheadline(page, element),
    source,
    facts({ written: true, 'written.below': isMain, 'written.below-other': !isMain }),
  );
}

const sentence = /^(?:\S+\s+){3,}\S|^[^\sa-z]{12,}/iu;

function subheadline({ $ }: Page, heading: Element): string | undefined {
  const near = $(heading)
    .nextAll()
    .slice(0, 4)
    .add($(heading).parent().nextAll().slice(0, 2))
    .filter((_, element) => /^(?:p|div|h2|h3|span|header|hgroup)$/.test(element.name));
  for (const element of near.toArray()) {
    if (isWithin(element, overlay)) continue;
    const inner = $(element).is('p, h2, h3, span') ? [element] : $(element).find('p, h2, h3').toArray().slice(0, 3);
    const texts = inner.map((each) => cleanText(visibleText(each), textMax.copy));
    const found = texts.find(
      (text) =>
        text !== undefined && text.length <= 300 && sentence.test(text) && !/[€$£¥]\s?\d|\d\s?[€$£¥]/.test(text),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

export const headline: Extractor = (page) => {
  const found = headings(page);
  const hero =
    found.find(({ element }) => isWithin(element, heroPlace)) ??
    found.find(({ element }) => element.name === 'h1') ??
    found[0];
  const headlines = found
    .slice(0, headlinesMax)
    .map(({ element, text }, position) => ({ value: text, source, features: featuresOf(element, position) }) as const);
  return { headlines, subheadlines: found.slice(0, supportedMax).flatMap((one) => belowOf(page, one, one === hero)) };
};
