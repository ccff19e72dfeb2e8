import type { Element } from 'domhandler';
import { evidence, facts } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { isWithin, overlay } from '../element.ts';
import { cleanText, textMax } from '../text.ts';
import { heroPlace } from './pictures.ts';
import { visibleText } from './visible-text.ts';

const visitedMax = 120;
const paragraphsMax = 16;
const charactersMin = 20;

const aside =
  /footer|<footer>|<nav>|<aside>|<blockquote>|newsletter|cart|search|related|announcement|promo-bar|topbar|breadcrumb|review|testimonial|\bfaq|accordion|\bcomments?\b|mega-?menu|sr-only|visually-hidden|screen-reader/;
const card = /card|\bitem\b|\bpost\b|teaser|tile|<li>/;

/** Extractor of the first paragraphs of a page, whose sentences may support a headline. */
export const paragraphs: Extractor = ({ $ }) => {
  const texts = $('p')
    .toArray()
    .slice(0, visitedMax)
    .flatMap((element) => {
      if (isWithin(element, overlay) || isWithin(element, aside)) return [];
      const text = cleanText(visibleText(element), textMax.copy);
      return text === undefined || text.length < charactersMin ? [] : [{ element, text }];
    });
  return {
    subheadlines: texts
      .slice(0, paragraphsMax)
      .flatMap(({ element, text }, at) => evidence(text, 'page', featuresOf(element, at))),
  };
};

const featuresOf = (element: Element, position: number) => ({
  written: 1,
  'written.early': 1 - position / paragraphsMax,
  ...facts({
    'written.paragraph': true,
    'written.hero': isWithin(element, heroPlace),
    'written.card': isWithin(element, card),
  }),
});
