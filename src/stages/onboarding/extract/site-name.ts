import type { Element } from 'domhandler';
import { isFit } from '../../../words/printable.ts';
import { sighting, type Extractor, type Found } from '../found.ts';
import { isHomeLink, type Page } from '../page.ts';
import { nameOfLabel, siteLabel, spelled } from '../site-labels.ts';
import { cleanText } from '../text.ts';
import { metaReader } from './meta-tags.ts';
import { visibleText } from './visible-text.ts';

const source = 'page';
/** Source of names that a title or an address spells: the same as of names in the title, so that they count once. */
const spelledSource = 'meta';
const charactersMax = 300;
const nameMax = 40;
const nobody = { brand: null, product: null, language: null };
const worth = { spelled: 0.72, inText: 0.5, homeLink: 0.4, copyright: 0.35, address: 0.12 };

const textOf = (element: Element): string => cleanText(visibleText(element), charactersMax) ?? '';

/**
 * Texts in which a site says its name besides its meta tags, most reliable first: `titles`, which contain little else,
 * and `texts`, in which the words of the address may also describe what the site sells.
 */
function namingTexts({ $ }: Page): { titles: string[]; texts: string[] } {
  const tags = metaReader($);
  const of = (selector: string, text: (element: Element) => string): string[] =>
    $.root().find(selector).toArray().slice(0, 8).map(text);
  const tag = (name: string): string[] => listOf(tags.text(name, charactersMax));
  const alts = 'header img[alt], nav img[alt], [class*="logo" i] img[alt], img[class*="logo" i]';
  return {
    titles: [
      ...tag('og:title'),
      $('title').first().text(),
      ...of(alts, ({ attribs }) => attribs['alt'] ?? ''),
      ...of('header a, nav a', textOf),
    ],
    texts: [
      ...tag('description'),
      ...of('h1, h2', textOf),
      ...of('footer', (element) => cleanText(visibleText(element).slice(-400), 400) ?? ''),
    ],
  };
}

const listOf = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

/**
 * Returns the part of a text that an address spells, with the word behind it if the text has no other words: `Lykta
 * Bakery` for `lykta.example`.
 */
function spelledName(text: string, label: string): string | undefined {
  const part = (cleanText(text, charactersMax) ?? '')
    .split(/ [|–—·•:»«/-] | ?[|｜] ?|, /u)
    .find((each) => spelled(each, label));
  const name = part === undefined ? undefined : spelled(part, label);
  if (part === undefined || name === undefined) return undefined;
  const more = part.startsWith(name) ? part.slice(name.length) : '';
  const isLonger = /^ \p{L}+$/u.test(more) && isFit(more.trim(), 'headline', nobody);
  return isLonger ? part : name;
}

/** Returns the name that the address of the site spells, if the page says it, and else the address as a name. */
function namesByAddress(page: Page): Found<string>[] {
  const tags = metaReader(page.$);
  const declared = ['og:site_name', 'application-name'].flatMap((name) => tags.text(name, charactersMax) ?? []);
  const { titles, texts } = namingTexts(page);
  const label = siteLabel(page.url);
  if (label === undefined) return [];
  const spelledIn = (some: string[]): string | undefined => {
    const spelled = some.flatMap((text) => spelledName(text, label) ?? []);
    return spelled.find((each) => each.includes(' ')) ?? spelled[0];
  };
  const inTags = declared.flatMap((text) => spelled(text, label) ?? [])[0];
  const name = inTags ?? spelledIn(titles);
  if (name !== undefined) return sighting(name, spelledSource, worth.spelled);
  const inText = spelledIn(texts);
  if (inText !== undefined) return sighting(inText, spelledSource, worth.inText);
  return sighting(nameOfLabel(label), source, worth.address);
}

/** Returns the text of a link to the home page that stands in place of a logo. */
function homeLinkName({ $, base }: Page): Found<string>[] {
  const links = $(
    'header a[href], nav a[href], a[class*="brand" i], [class*="site-title" i] a, a[class*="logo" i]',
  ).toArray();
  const link = links.slice(0, 20).find((element) => {
    const isBrand = /brand|logo|site-title/i.test(
      `${element.attribs['class'] ?? ''} ${$(element).parent().attr('class') ?? ''}`,
    );
    return (isBrand || element.attribs['rel'] === 'home') && isHomeLink(element.attribs['href'], base);
  });
  const text = link === undefined ? '' : textOf(link);
  return text.length >= 2 && text.length <= nameMax ? sighting(text, source, worth.homeLink) : [];
}

const copyright =
  /(?:©|\(c\)|\bcopyright\b)(?:[\s©:,–-]|(?:19|20)\d{2}(?!\d))*(?:by\s+)?([\p{L}\d][^|·•©<>]{1,60}?)\s*(?:[.,|·•–—]|all rights|alle rechte|tous droits|todos los|todos os|tutti i|wszelkie|$)/iu;
const besideName = /^(?:19|20)\d{2}(?: |$)| (?:19|20)\d{2}$| power\w* by .*$/gi;
const notOwner =
  /powered|theme|template|design|all rights|reserved|wordpress|developed|derechos|direitos|hakları|práva|prawa|права|copyright/i;

function copyrightName({ $ }: Page): Found<string>[] {
  const text = cleanText($('footer').text().slice(-1_500) || $('body').text().slice(-1_500), 1_500) ?? '';
  const name = copyright.exec(text)?.[1]?.trim().replace(besideName, '');
  return name === undefined || name.length < 2 || name.length > nameMax || notOwner.test(name)
    ? []
    : sighting(name, source, worth.copyright);
}

/** Extractor of the name of the site from its address, its text logo and its copyright line. */
export const siteName: Extractor = (page) => ({
  names: [...namesByAddress(page), ...homeLinkName(page), ...copyrightName(page)],
});
