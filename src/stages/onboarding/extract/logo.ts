import type { Element } from 'domhandler';
import { sighting, type Extractor, type Found, type FoundLogo } from '../found.ts';
import { isHomeLink, type Page } from '../page.ts';
import { isWithin, nameOf, overlay } from '../element.ts';
import { cleanText, foldText } from '../text.ts';
import { domainLabel } from '../title.ts';
import { pictureUrl } from './picture-url.ts';

const picturesMax = 400;
const othersLogos =
  /partner|client|customer|payment|press|trust|featured|award|certif|badge|social|seen-in|marquee|carousel|as-seen|sponsor|testimonial|review|footer|<footer>/;
const aboveThePage = /<header>|header|masthead|navbar|topbar|site-branding|<nav>|\bnav\b|navigation/;

function closestLink(element: Element, { $, base }: Page): { isHome: boolean } | undefined {
  const href = $(element).closest('a').attr('href');
  return href === undefined ? undefined : { isHome: isHomeLink(href, base) };
}

function scoreOf(element: Element, page: Page): number {
  const { alt = '', src = '', title = '' } = element.attribs;
  const link = closestLink(element, page);
  const said = `${nameOf(element)} ${alt} ${title} ${src.slice(-200)}`.toLowerCase();
  const around = page.$(element).parentsUntil('header, body').slice(0, 4).toArray().map(nameOf).join(' ');
  const label = foldText(domainLabel(page.url));
  const evidence: [boolean, number][] = [
    [/logo|brandmark|wordmark/.test(said), 0.35],
    [/logo|branding|\bbrand\b|navbar-brand/.test(around), 0.25],
    [link?.isHome === true, 0.3],
    [isWithin(element, aboveThePage), 0.25],
    [label.length > 2 && foldText(alt).replaceAll(' ', '').includes(label.replaceAll(' ', '')), 0.1],
    [isWithin(element, othersLogos), -0.4],
    [link?.isHome === false, -0.2],
    [/flag|sprite|avatar|rating|icon-(?!logo)|cart|search|menu/.test(said), -0.3],
    [/white|invert|light|mono/.test(src.toLowerCase()), -0.05],
  ];
  return evidence.reduce((sum, [holds, worth]) => sum + (holds ? worth : 0), 0);
}

function namesBy(element: Element): Found<string>[] {
  const name = cleanText(
    (element.attribs['alt'] ?? '').replace(/\b(?:logo|homepage|home|official|site|zur startseite|startseite)\b/gi, ''),
    60,
  );
  return name === undefined || name.length < 2
    ? []
    : [{ value: name.replace(/^[\s\-–|]+|[\s\-–|]+$/g, ''), source: 'page', confidence: 0.45 }];
}

const iconKinds: [says: (attribs: Record<string, string>) => boolean, worth: number][] = [
  [({ rel = '' }) => /mask/i.test(rel), 0],
  [({ href = '' }) => /\.ico(?:$|\?)/i.test(href), 0],
  [({ rel = '' }) => /apple-touch/i.test(rel), 0.45],
  [({ href = '', type = '' }) => /\.svg(?:$|\?)/i.test(href) || /svg/i.test(type), 0.4],
  [({ sizes = '' }) => Number(/(\d{1,4})x/i.exec(sizes)?.[1] ?? 0) >= 96, 0.38],
  [({ rel = '' }) => /icon/i.test(rel), 0.2],
];

function icons({ $, base }: Page): FoundLogo[] {
  const links = $('link[rel*="icon" i][href]').toArray().slice(0, 100);
  const found = links.flatMap(({ attribs }) => {
    const worth = iconKinds.find(([says]) => says(attribs))?.[1] ?? 0;
    return worth === 0 ? [] : sighting(pictureUrl(attribs['href'], base), 'page', worth);
  });
  const best = found.sort((one, other) => other.confidence - one.confidence).slice(0, 3);
  return best.map((icon) => ({ ...icon, isIcon: true }));
}

export const logo: Extractor = (page) => {
  const { $, base } = page;
  const pictures = $('img, header object[data], header source[srcset]').toArray().slice(0, picturesMax);
  const scored = pictures.flatMap((element) => {
    if (isWithin(element, overlay)) return [];
    const url = pictureUrl(element.attribs['data'] ?? element, base);
    return url === undefined ? [] : [{ element, url, score: scoreOf(element, page) }];
  });
  const likely = scored
    .filter(({ score }) => score >= 0.5)
    .sort((one, other) => other.score - one.score)
    .slice(0, 4);
  return {
    logos: [
      ...likely.map(({ url, score }) => ({ value: url, source: 'page', confidence: Math.min(0.92, score) }) as const),
      ...icons(page),
    ],
    names: likely.slice(0, 1).flatMap(({ element }) => namesBy(element)),
  };
};
