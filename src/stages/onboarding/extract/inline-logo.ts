import type { Extractor } from '../found.ts';
import { brandColors } from '../logo-pixels.ts';
import { isHomeLink, type Page } from '../page.ts';
import { isWithin } from '../element.ts';
import { svgColors } from '../svg-colors.ts';
import type { Element } from 'domhandler';

const drawingsMax = 100;

function isLogo(element: Element, { $, base }: Page): boolean {
  const inHomeLink = isHomeLink($(element).closest('a').attr('href'), base);
  return (
    (inHomeLink && isWithin(element, /<header>|header|<nav>|navbar/)) || isWithin(element, /\blogo|brandmark|wordmark/)
  );
}

export const inlineLogo: Extractor = (page) => {
  const drawing = page
    .$('svg')
    .toArray()
    .slice(0, drawingsMax)
    .find((element) => isLogo(element, page));
  if (drawing === undefined) return {};
  return { colors: brandColors(svgColors(page.$.html(drawing)), 0.45) };
};
