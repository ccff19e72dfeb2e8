import type { Element } from 'domhandler';
import { evidence, facts, type Evidence } from '../evidence.ts';
import { logoAt, type Extractor, type LogoValue } from '../findings.ts';
import type { Page } from '../page.ts';
import { isWithin, overlay } from '../element.ts';
import { cleanText } from '../text.ts';
import { ranked } from '../rank/candidates.ts';
import { logoModel } from '../rank/weights/logo.ts';
import { logoFeatures } from './logo-features.ts';
import { embeddedLogo } from './embedded-logo.ts';
import { elementPicture, isForDesk } from './element-picture.ts';
import { pictureUrl } from './picture-url.ts';

const picturesMax = 400;
const altOf = ({ attribs }: Element): string => attribs['alt'] ?? '';

/** Words of an alternative text that say what the picture is and where its link leads. */
const logoWords =
  /(?:\b(?:home|site|official|image|img|picture|icon) )?(?:\b(?:logo|logotype|logotipo)\b|ロゴ|로고|логотип|标志|標誌|לוגו|شعار)(?: (?:image|img|picture|icon)\b)?|\b(?:zur startseite|startseite|homepage)\b| ?[-–|:] ?home$/giu;
const noName = /^(?:home|site|official site|image|image description|img|picture|icon|photo)$/i;

function namesBy(element: Element, at: number): Evidence<string>[] {
  const text = (cleanText(altOf(element), 100) ?? '').replace(logoWords, '');
  const name = cleanText(text.replace(/^[\s–|-]+|[\s–|-]+$/g, ''), 60);
  return name === undefined || name.length < 2 || noName.test(name)
    ? []
    : evidence(name, 'page', { logo: 1, ...facts({ 'logo.best': at === 0 }) });
}

const iconKinds: [name: string, says: (attribs: Record<string, string>) => boolean][] = [
  ['', ({ rel = '', href = '' }) => /mask/i.test(rel) || /\.ico(?:$|\?)/i.test(href)],
  ['icon.touch', ({ rel = '' }) => /apple-touch/i.test(rel)],
  ['icon.drawing', ({ href = '', type = '' }) => /\.svg(?:$|\?)/i.test(href) || /svg/i.test(type)],
  ['icon.large', ({ sizes = '' }) => Number(/(\d{1,4})x/i.exec(sizes)?.[1] ?? 0) >= 96],
  ['icon', ({ rel = '' }) => /icon/i.test(rel)],
];
const iconsMax = 3;

function icons({ $, base }: Page): Evidence<LogoValue>[] {
  const links = $('link[rel*="icon" i][href]').toArray().slice(0, 100);
  const kindOf = ({ attribs }: Element): number => iconKinds.findIndex(([, says]) => says(attribs));
  const found = links.map((link) => ({ link, kind: kindOf(link) })).filter(({ kind }) => kind > 0);
  return found
    .sort((one, other) => one.kind - other.kind)
    .flatMap(({ link, kind }) => {
      const url = pictureUrl(link.attribs['href'], base);
      return logoAt(url, 'page', { icon: 1, [iconKinds[kind]?.[0] ?? 'icon']: 1 });
    })
    .slice(0, iconsMax);
}

const pictureOf = (element: Element, page: Page): string | undefined =>
  elementPicture(element, page, true) ?? embeddedLogo(element.attribs['src'] ?? '');

const logosMax = 8;
/** Minimum probability (0 to 1) of a logo whose text may be the name of the brand, and the maximum number of them. */
const named = { min: 0.1, max: 4 };

export const logo: Extractor = (page) => {
  const { $, base } = page;
  const pictures = $('img, header object[data], header source[srcset]').toArray().slice(0, picturesMax);
  const found = pictures.flatMap((element) => {
    if (isWithin(element, overlay) || !isForDesk(element)) return [];
    const { data } = element.attribs;
    const url = data === undefined ? pictureOf(element, page) : pictureUrl(data, base);
    const features = logoFeatures(element, altOf(element), page);
    if (url === undefined || features === undefined) return [];
    return [{ value: { element, url }, source: 'page' as const, features }];
  });
  const all = ranked(found, logoModel);
  const isFirst = ({ value: { url } }: (typeof all)[number], at: number): boolean =>
    all.findIndex(({ value }) => value.url === url) === at;
  const best = all.filter(isFirst).slice(0, logosMax);
  const likely = best.filter(({ confidence }) => confidence >= named.min).slice(0, named.max);
  return {
    logos: [
      ...best.map(({ value: { url }, source, features }) => ({ value: { url }, source, features })),
      ...icons(page),
    ],
    names: likely.flatMap(({ value: { element } }, at) => namesBy(element, at)),
  };
};
