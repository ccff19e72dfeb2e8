import type { Element } from 'domhandler';
import { isFit } from '../../../words/printable.ts';
import { isWithin } from '../element.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { isHomeLink, type Page } from '../page.ts';
import { nameOfLabel, siteLabel, spelled } from '../site-labels.ts';
import { cleanText, foldText, textMax } from '../text.ts';
import { domainLabel } from '../title.ts';
import { metaReader } from './meta-tags.ts';
import { visibleText } from './visible-text.ts';

const source = 'page';
const charactersMax = 300;
const nameMax = 60;
const nobody = { brand: null, product: null, language: null };

const textOf = (element: Element): string => cleanText(visibleText(element), charactersMax) ?? '';

/** Texts in which a site may say its name among other words, by the feature of a name that is found there. */
function namingTexts({ $ }: Page): Record<string, string[]> {
  const tags = metaReader($);
  const of = (selector: string, text: (element: Element) => string): string[] =>
    $.root().find(selector).toArray().slice(0, 8).map(text);
  const tag = (name: string): string[] => [tags.text(name, charactersMax) ?? ''];
  const alts = 'header img[alt], nav img[alt], [class*="logo" i] img[alt], img[class*="logo" i]';
  return {
    'spelled.title': [$('title').first().text(), ...tag('og:title')],
    'spelled.logo': of(alts, ({ attribs }) => attribs['alt'] ?? ''),
    'spelled.menu': of('header a, nav a', textOf),
    'spelled.description': tag('description'),
    'spelled.heading': of('h1, h2', textOf),
    'spelled.footer': of('footer', (element) => cleanText(visibleText(element).slice(-400), 400) ?? ''),
  };
}

/**
 * Returns the part of a text that an address spells, and with it the word behind it if the text has no other words:
 * `Lykta Bakery` for `lykta.example`.
 */
function spelledNames(text: string, label: string): { name: string; isLonger: boolean }[] {
  const part = (cleanText(text, charactersMax) ?? '')
    .split(/ [|–—·•:»«/-] | ?[|｜] ?|, /u)
    .find((each) => spelled(each, label));
  const name = part === undefined ? undefined : spelled(part, label);
  if (part === undefined || name === undefined) return [];
  const more = part.startsWith(name) ? part.slice(name.length) : '';
  const isLonger = /^ \p{L}+$/u.test(more) && isFit(more.trim(), 'headline', nobody);
  return [{ name, isLonger: false }, ...(isLonger ? [{ name: part, isLonger }] : [])];
}

/** Returns the name that the address of the site spells, as the texts of the page write it. */
function spelledOnPage(page: Page, label: string): Evidence<string>[] {
  return Object.entries(namingTexts(page)).flatMap(([place, texts]) =>
    texts
      .flatMap((text) => spelledNames(text, label))
      .flatMap(({ name, isLonger }) => evidence(name, source, facts({ [place]: true, 'spelled.longer': isLonger }))),
  );
}

/** Returns the words by which the address names the site. */
function namesByAddress(page: Page): Evidence<string>[] {
  const label = siteLabel(page.url);
  const host = domainLabel(page.url);
  if (label === undefined) return [];
  return [
    ...evidence(nameOfLabel(label), source, { address: 1 }),
    ...(host === '' || host === label ? [] : evidence(nameOfLabel(host), source, { 'address.host': 1 })),
    ...spelledOnPage(page, label),
  ];
}

const linksMax = 60;

/** Returns the words that a link shows, or that stand for the picture in it. */
function wordsOf(element: Element, { $ }: Page): { text: string; isLabel: boolean } {
  const text = textOf(element);
  const { title = '', 'aria-label': label = title } = element.attribs;
  const alt = $(element).find('img[alt]').first().attr('alt') ?? $(element).find('svg title').first().text();
  return text === ''
    ? { text: cleanText(alt === '' ? label : alt, charactersMax) ?? '', isLabel: true }
    : { text, isLabel: false };
}

/** Returns the words of the first links to the home page. */
function homeLinkNames(page: Page): Evidence<string>[] {
  const { $, base } = page;
  const links = $(
    'header a[href], nav a[href], [class*="brand" i] a, a[class*="brand" i], [class*="site-title" i] a, [class*="logo" i] a, a[class*="logo" i]',
  );
  const home = links
    .toArray()
    .slice(0, linksMax)
    .filter(({ attribs }) => isHomeLink(attribs['href'], base));
  return home.slice(0, 4).flatMap((element, at) => {
    const { text, isLabel } = wordsOf(element, page);
    if (text.length < 2 || text.length > nameMax) return [];
    const classes = `${element.attribs['class'] ?? ''} ${$(element).parent().attr('class') ?? ''}`;
    return evidence(text, source, {
      'home-link': 1,
      ...facts({
        'home-link.first': at === 0,
        'home-link.label': isLabel,
        'home-link.brand': /brand|logo|site-title/i.test(classes) || element.attribs['rel'] === 'home',
      }),
    });
  });
}

/** Returns the texts of elements that are named after a logo and contain no picture. */
function textLogos({ $ }: Page): Evidence<string>[] {
  const logos = $(
    '[class*="logo" i], [id*="logo" i], [class*="brand-name" i], [class*="site-title" i], [class*="navbar-brand" i]',
  );
  return logos
    .toArray()
    .slice(0, 6)
    .flatMap((element) => {
      const text = textOf(element);
      const inFooter = isWithin(element, /footer|<footer>/);
      return text.length < 2 || text.length > nameMax
        ? []
        : evidence(text, source, facts({ 'text-logo': true, 'text-logo.footer': inFooter }));
    });
}

const copyright =
  /(?:©|\(c\)|\bcopyright\b)(?:[\s©:,–-]|(?:19|20)\d{2}(?!\d))*(?:by\s+)?([\p{L}\d][^|·•©<>]{1,60}?)\s*(?:[.,|·•–—]|all rights|alle rechte|tous droits|todos los|todos os|tutti i|wszelkie|$)/giu;
const besideName = /^(?:19|20)\d{2}(?: |$)| (?:19|20)\d{2}$| power\w* by .*$/gi;
const notOwner =
  /powered|theme|template|design|all rights|reserved|wordpress|developed|derechos|direitos|hakları|práva|prawa|права|copyright/i;

function copyrightNames({ $ }: Page): Evidence<string>[] {
  const text = cleanText($('footer').text().slice(-1_500) || $('body').text().slice(-1_500), 1_500) ?? '';
  const names = [...text.matchAll(copyright)].flatMap(([, owner]) => owner?.trim().replace(besideName, '') ?? []);
  return names
    .filter((name) => name.length >= 2 && name.length <= nameMax && !notOwner.test(name))
    .slice(0, 2)
    .flatMap((name) => evidence(name, source, { copyright: 1 }));
}

/** Returns the first main headings. */
function headings({ $ }: Page): Evidence<string>[] {
  const texts = $.root().find('h1').toArray().slice(0, 2).map(textOf);
  return texts
    .filter((text) => foldText(text).length >= 2 && text.length <= nameMax)
    .flatMap((text): Evidence<string>[] =>
      evidence(cleanText(text, textMax.name), source, { heading: 1 } satisfies Features),
    );
}

/** Extractor of the name of the site from its address, its headings, its links to the home page and its copyright line. */
export const siteName: Extractor = (page) => ({
  names: [
    ...namesByAddress(page),
    ...homeLinkNames(page),
    ...textLogos(page),
    ...copyrightNames(page),
    ...headings(page),
  ],
});
