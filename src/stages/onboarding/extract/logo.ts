import type { Element } from 'domhandler';
import { evidence, facts, type Evidence } from '../evidence.ts';
import { sighting, type Extractor, type FoundLogo } from '../found.ts';
import type { Page } from '../page.ts';
import { isWithin, overlay } from '../element.ts';
import { cleanText } from '../text.ts';
import { scoreOf } from './logo-score.ts';
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

const pictureOf = (element: Element, page: Page): string | undefined =>
  elementPicture(element, page, true) ?? embeddedLogo(element.attribs['src'] ?? '');

export const logo: Extractor = (page) => {
  const { $, base } = page;
  const pictures = $('img, header object[data], header source[srcset]').toArray().slice(0, picturesMax);
  const scored = pictures.flatMap((element) => {
    if (isWithin(element, overlay) || !isForDesk(element)) return [];
    const { data } = element.attribs;
    const url = data === undefined ? pictureOf(element, page) : pictureUrl(data, base);
    return url === undefined ? [] : [{ element, url, score: scoreOf(element, altOf(element), page) }];
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
    names: likely.flatMap(({ element }, at) => namesBy(element, at)),
  };
};
