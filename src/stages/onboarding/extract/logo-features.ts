import type { Element } from 'domhandler';
import { isWithin, nameOf } from '../element.ts';
import { facts, type Features } from '../evidence.ts';
import { fileOf, logoNames } from '../icon-names.ts';
import { isHomeLink, type Page } from '../page.ts';
import { saysDomain } from '../title.ts';

const othersLogos =
  /partner|client|customer|payment|press|trust|featured|award|certif|badge|social|seen-in|marquee|carousel|as-seen|sponsor|testimonial|review|footer|<footer>/;
const aboveThePage = /<header>|header|masthead|navbar|topbar|site-branding|<nav>|\bnav\b|navigation/;

/**
 * Returns what speaks for an element being the logo of the page: a link to the home page, its place, and names such as
 * `logo`. `alt` is the text that stands for the element. Returns undefined if nothing does.
 */
export function logoFeatures(element: Element, alt: string, page: Page): Features | undefined {
  const { src = '', title = '' } = element.attribs;
  const link = page.$(element).closest('a');
  const href = link.attr('href');
  const isHome = href !== undefined && isHomeLink(href, page.base);
  const names = `${nameOf(element)} ${alt} ${title} ${src.slice(-200)}`.toLowerCase();
  const around = page.$(element).parentsUntil('header, body').slice(0, 4).toArray().map(nameOf).join(' ');
  const speaking = facts({
    'written.named': logoNames.test(names),
    'written.around': /logo|branding|\bbrand\b|navbar-brand/.test(around),
    'written.home-link': isHome,
    'written.header': isWithin(element, aboveThePage),
    'written.label': saysDomain(alt, page.url),
    'written.file-label': saysDomain(fileOf(src), page.url),
  });
  if (Object.keys(speaking).length === 0) return undefined;
  return {
    written: 1,
    ...speaking,
    ...facts({
      'written.others': isWithin(element, othersLogos),
      'written.beside-words': /\p{L}{2}/u.test(link.text().slice(0, 200)),
      'written.home-link.header': isHome && 'written.header' in speaking,
      'written.elsewhere': href !== undefined && !isHome,
      'written.icon': /flag|sprite|avatar|rating|icon-(?!logo)|cart|search|menu/.test(names),
      'written.light': /white|invert|light|mono/.test(src.toLowerCase()),
    }),
  };
}
