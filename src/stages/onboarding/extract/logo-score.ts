import type { Element } from 'domhandler';
import { isWithin, nameOf } from '../element.ts';
import { logoNames } from '../icon-names.ts';
import { isHomeLink, type Page } from '../page.ts';
import { foldText } from '../text.ts';
import { domainLabel } from '../title.ts';

const othersLogos =
  /partner|client|customer|payment|press|trust|featured|award|certif|badge|social|seen-in|marquee|carousel|as-seen|sponsor|testimonial|review|footer|<footer>/;
const aboveThePage = /<header>|header|masthead|navbar|topbar|site-branding|<nav>|\bnav\b|navigation/;

function closestLink(element: Element, { $, base }: Page): { isHome: boolean } | undefined {
  const href = $(element).closest('a').attr('href');
  return href === undefined ? undefined : { isHome: isHomeLink(href, base) };
}

/**
 * Returns how likely an element is the logo of the page, by a link to the home page, place and names such as `logo`.
 * `alt` is the text that stands for the element. A score of 0.5 or more is that of a logo.
 */
export function scoreOf(element: Element, alt: string, page: Page): number {
  const { src = '', title = '' } = element.attribs;
  const link = closestLink(element, page);
  const names = `${nameOf(element)} ${alt} ${title} ${src.slice(-200)}`.toLowerCase();
  const around = page.$(element).parentsUntil('header, body').slice(0, 4).toArray().map(nameOf).join(' ');
  const label = foldText(domainLabel(page.url));
  const evidence: [boolean, number][] = [
    [logoNames.test(names), 0.35],
    [/logo|branding|\bbrand\b|navbar-brand/.test(around), 0.25],
    [link?.isHome === true, 0.3],
    [isWithin(element, aboveThePage), 0.25],
    [label.length > 2 && foldText(alt).replaceAll(' ', '').includes(label.replaceAll(' ', '')), 0.1],
    [isWithin(element, othersLogos), -0.4],
    [link?.isHome === false, -0.2],
    [/flag|sprite|avatar|rating|icon-(?!logo)|cart|search|menu/.test(names), -0.3],
    [/white|invert|light|mono/.test(src.toLowerCase()), -0.05],
  ];
  return evidence.reduce((sum, [holds, worth]) => sum + (holds ? worth : 0), 0);
}
