import { evidence, facts, type Evidence } from '../evidence.ts';
import { isHomeLink, type Page } from '../page.ts';
import { cleanText, textMax } from '../text.ts';
import type { PageFacts, PaintedPicture, PaintedWords } from './facts.ts';

const source = 'painted';
const wordsMax = 4;
const nameMax = 60;
/** Height in CSS pixels of the part of a page in which its logo usually is. */
const topHeight = 160;

const isAtTop = ({ y, height }: Pick<PaintedWords, 'y' | 'height'>): boolean => y >= 0 && y + height < topHeight;

function isHome({ href }: Pick<PaintedWords, 'href'>, { base }: Pick<Page, 'base'>): boolean {
  return href !== '' && isHomeLink(href, base);
}

/** Returns the words that are painted in the place of a logo: at the top of the page, or as a link to the home page. */
function wordsAtLogo(words: readonly PaintedWords[], page: Pick<Page, 'base'>): Evidence<string>[] {
  const placed = words.filter((each) => each.text.length <= nameMax && (isAtTop(each) || isHome(each, page)));
  const largest = Math.max(1, ...placed.map(({ size }) => size));
  return placed.slice(0, wordsMax).flatMap((each, at) =>
    evidence(cleanText(each.text, textMax.name), source, {
      'painted.size': each.size / largest,
      ...facts({
        painted: true,
        'painted.first': at === 0,
        'painted.top': isAtTop(each),
        'painted.home-link': isHome(each, page),
        'painted.heading': each.kind === 'heading',
      }),
    }),
  );
}

/** Returns the names that the title, the words at the top of a painted page and the text of its logo may say. */
export function paintedNames(
  { title, words }: Pick<PageFacts, 'title' | 'words'>,
  logo: PaintedPicture | undefined,
  page: Pick<Page, 'base'>,
): Evidence<string>[] {
  return [
    ...evidence(cleanText(title, textMax.name), source, { title: 1 }),
    ...wordsAtLogo(words, page),
    ...evidence(cleanText(logo?.alt, textMax.name), source, { logo: 1, 'logo.painted': 1 }),
  ];
}
