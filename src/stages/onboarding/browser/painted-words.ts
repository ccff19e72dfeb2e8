import { hasActionWord } from '../../../words/actions.ts';
import { fold } from '../../../words/fold.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { FontValue } from '../findings.ts';
import { callText } from '../call-text.ts';
import { overlay } from '../element.ts';
import { cleanText, foldText, textMax } from '../text.ts';
import { asideNames, hexOfFill, isFilledButton, isOthersButton, isOutlinedButton } from './buttons.ts';
import { lchOf } from '../../../studio/brand-kit/color.ts';
import type { PageFacts, PaintedWords } from './facts.ts';
import { windowSize } from '../../../browser/browser-flags.ts';

const source = 'painted';
const asidePlaces = new Set(['footer', 'nav', 'dialog', 'aside']);

function isContent({ place, names }: PaintedWords): boolean {
  return !asidePlaces.has(place) && !overlay.test(names.toLowerCase());
}

/** Size in CSS pixels above which texts count as equally large. */
const sizeMax = 96;

const isOnFirstScreen = ({ y, height }: PaintedWords): boolean => y + height < windowSize.height;

/**
 * Minimum number of texts in the same style, at different places of the page, that count as a series, such as the titles
 * of sections or cards.
 */
const seriesMin = 3;

const styleOf = ({ tag, size }: PaintedWords): string => `${tag} ${Math.round(size)}`;

/** Maximum distance in CSS pixels of two texts that are painted at the same place, as the slides of a carousel are. */
const samePlaceMax = 40;

const isSamePlace = (one: PaintedWords, other: PaintedWords): boolean =>
  Math.abs(one.x - other.x) <= samePlaceMax && Math.abs(one.y - other.y) <= samePlaceMax;

/**
 * Reports whether a text is one of a series. The first text of the largest size is not, if it is alone on the first
 * screen: on such a page the hero has the style of the sections. Slides beside the window are not counted.
 */
function isOneOfSeries(words: PaintedWords, usable: PaintedWords[], largest: number): boolean {
  const others = usable.filter(
    (other) =>
      other !== words &&
      styleOf(other) === styleOf(words) &&
      other.x < windowSize.width &&
      other.x + other.width > 0 &&
      !isSamePlace(other, words),
  );
  if (others.length < seriesMin - 1) return false;
  return words.size < largest || !isOnFirstScreen(words) || others.some(isOnFirstScreen);
}

const sizeOf = ({ size }: PaintedWords): number => Math.min(size, sizeMax);

/** Returns the words that are painted as headlines. */
function paintedAsHeadlines(words: PaintedWords[]): PaintedWords[] {
  return words.filter((each) => {
    const isLarge = each.kind === 'heading' || each.kind === 'large';
    return (
      isLarge && isContent(each) && each.text.length >= 3 && each.text.length <= 140 && /\p{L}{2}/u.test(each.text)
    );
  });
}

/** Returns the words that are painted largest, of those on the first screen if there are any. */
function mainHeadline(usable: PaintedWords[]): PaintedWords | undefined {
  const first = usable.filter(isOnFirstScreen);
  return (first.length > 0 ? first : usable).toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
}

/** Maximum number of texts that are taken as headlines of a painted page, the largest ones. */
const headlinesMax = 16;

/** Returns the texts that are painted as headlines, the largest first, and the lines that together may be one. */
export function paintedHeadlines({ words }: Pick<PageFacts, 'words'>): Evidence<string>[] {
  const usable = paintedAsHeadlines(words).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const largest = Math.max(1, ...usable.map(sizeOf));
  const main = mainHeadline(usable);
  const featuresOf = (each: PaintedWords): Features => ({
    painted: 1,
    'painted.size': sizeOf(each) / largest,
    'painted.absolute-size': sizeOf(each) / sizeMax,
    ...facts({
      'painted.main': each === main,
      'painted.h1': each.tag === 'h1',
      'painted.large': each.kind === 'large',
      'painted.first-screen': isOnFirstScreen(each),
      'painted.far-below': each.y > windowSize.height * 2,
      'painted.header': each.place === 'header',
      'painted.form': each.place === 'form',
      'painted.linked': each.href !== '',
      'painted.series': isOneOfSeries(each, usable, largest),
    }),
  });
  const listed = usable.slice(0, headlinesMax);
  const blocks = blocksOf(listed);
  const parts = new Set(blocks.flat());
  return [
    ...listed.flatMap((each) =>
      evidence(cleanText(each.text, textMax.copy), source, {
        ...featuresOf(each),
        ...facts({ 'painted.part': parts.has(each) }),
      }),
    ),
    ...blocks.flatMap((lines) => {
      const text = lines.map((line) => line.text).join(' ');
      return lines
        .slice(0, 1)
        .flatMap((first) =>
          evidence(cleanText(text, textMax.copy), source, { ...featuresOf(first), 'painted.block': 1 }),
        );
    }),
  ];
}

/** Number of lines, of elements of their own, that together may be one headline. */
const linesMax = 4;

/** Returns the texts that are painted as the lines of one block: in one style, one close below the other. */
function blocksOf(usable: readonly PaintedWords[]): PaintedWords[][] {
  const blocks: PaintedWords[][] = [];
  for (const each of usable.filter(({ href }) => href === '').toSorted((one, other) => one.y - other.y)) {
    const above = blocks.find((block) => block.slice(-1).some((line) => isNextLine(line, each)));
    if (above === undefined) blocks.push([each]);
    else above.push(each);
  }
  return blocks.filter(({ length }) => length > 1 && length <= linesMax);
}

function isNextLine(line: PaintedWords, next: PaintedWords): boolean {
  const gap = next.y - (line.y + line.height);
  const isClose = gap > -line.size / 2 && gap < line.size * 0.8;
  const isAligned = next.x < line.x + line.width && line.x < next.x + next.width;
  return isClose && isAligned && styleOf(next) === styleOf(line) && next.family === line.family;
}

const nearMax = { below: 450, beside: 120 };

/** Reports whether a text is painted below the main headline of the page, as the buttons of a hero are. */
function isNear(words: PaintedWords, headline: PaintedWords | undefined): boolean {
  if (headline === undefined) return false;
  const { x, y, width, height } = headline;
  const isBelow = words.y >= y && words.y <= y + height + nearMax.below;
  const isBeside = words.x <= x + width + nearMax.beside && words.x + words.width >= x - nearMax.beside;
  return isBelow && isBeside;
}

/** Maximum number of texts that are taken as supporting texts of a painted page, the first ones. */
const supportsMax = 24;
const supportCharactersMin = 20;

const isProse = (words: PaintedWords): boolean =>
  words.kind === 'paragraph' || words.kind === 'large' || words.kind === 'heading';

/** Returns the texts of a painted page that may have a supporting sentence, from top to bottom. */
export function paintedSupports({ words }: Pick<PageFacts, 'words'>): Evidence<string>[] {
  const main = mainHeadline(paintedAsHeadlines(words));
  const usable = words
    .filter((each) => each !== main && isProse(each) && isContent(each) && each.text.length >= supportCharactersMin)
    .toSorted((one, other) => one.y - other.y);
  const next = usable.find((each) => isNear(each, main));
  return usable.slice(0, supportsMax).flatMap((each) =>
    evidence(cleanText(each.text, textMax.copy), source, {
      painted: 1,
      ...facts({
        'painted.next': each === next,
        'painted.near': isNear(each, main),
        'painted.heading': each.kind === 'heading',
        'painted.first-screen': isOnFirstScreen(each),
        'painted.far-below': each.y > windowSize.height * 2,
        'painted.linked': each.href !== '',
      }),
    }),
  );
}

/** Area in square CSS pixels from which on a button counts as large. */
const largeMin = 5_000;
const callCharactersMax = 36;
const callsMax = 24;

/** Returns the texts of the buttons of a painted page, and of links that ask for an action, from top to bottom. */
export function paintedCalls({ words }: Pick<PageFacts, 'words'>): Evidence<string>[] {
  const headline = mainHeadline(paintedAsHeadlines(words));
  const calls = words
    .filter((each) => isContent(each) && each.kind === 'action' && !isOthersButton(each))
    .map((each) => ({ ...each, text: callText(each.text) ?? '' }))
    .filter((each) => isCall(each))
    .toSorted((one, other) => one.y - other.y);
  const counts = Map.groupBy(calls, ({ text }) => foldText(text));
  const [first] = calls.filter(isFilledButton);
  return calls.slice(0, callsMax).flatMap((each, at) =>
    evidence(cleanText(each.text, textMax.copy), source, {
      painted: 1,
      'painted.early': 1 - at / callsMax,
      ...facts({
        'painted.filled': isFilledButton(each),
        'painted.outlined': isOutlinedButton(each),
        'painted.first-filled': each === first,
        'painted.near': isNear(each, headline),
        'painted.first-screen': each.y < windowSize.height,
        'painted.far-below': each.y > windowSize.height * 2,
        'painted.large': each.width * each.height >= largeMin,
        'painted.chromatic': lchOf(hexOfFill(each) ?? '#ffffff').c >= chromaMin,
        'painted.header': each.place === 'header',
        'painted.form': each.place === 'form',
        'painted.fixed': each.isFixed,
        'painted.furniture': isFurniture(each),
        'painted.repeated': (counts.get(foldText(each.text))?.length ?? 0) >= seriesMin,
      }),
    }),
  );
}

/** Chroma in OKLab from which on a button counts as coloured. */
const chromaMin = 0.06;

function isCall(words: PaintedWords): boolean {
  const { text } = words;
  if (!/\p{L}{2}/u.test(text) || text.length > callCharactersMax) return false;
  return isFilledButton(words) || isOutlinedButton(words) || hasActionWord(fold(text));
}

/** Reports whether a button belongs to a search field, newsletter or cart. */
const isFurniture = ({ names }: PaintedWords): boolean =>
  asideNames.test(names.replace(/add-to-cart|add_to_cart|addtocart/gi, ''));

/** Matches the default font of browsers, which is painted on a page that declares no font. */
const undeclared = /^"?Times New Roman"?$/;

function firstFamily(stack: string): string | undefined {
  if (undeclared.test(stack)) return undefined;
  const first = /^\s*(?:"([^"]{1,100})"|'([^']{1,100})'|([^,"']{1,100}))/.exec(stack);
  const family = cleanText(first?.[1] ?? first?.[2] ?? first?.[3], 100);
  if (family === undefined || /icon|awesome|glyph|\(/i.test(family)) return undefined;
  return family.replace(/^__(.+?)_[0-9a-f]{6}$/, '$1').replaceAll('_', ' ');
}

/** Returns the first family of the font stacks of the main heading, of the first paragraph and of the page body. */
export function paintedFonts({ words, bodyFamily }: Pick<PageFacts, 'words' | 'bodyFamily'>): Evidence<FontValue>[] {
  const headings = words.filter((each) => each.kind === 'heading' && isContent(each));
  const main = headings.find(({ tag }) => tag === 'h1') ?? headings.sort((one, other) => other.size - one.size)[0];
  const paragraph = words.find((each) => each.kind === 'paragraph' && isContent(each));
  return [main?.family, paragraph?.family, bodyFamily].flatMap((stack) => {
    const family = firstFamily(stack ?? '');
    return evidence(family === undefined ? undefined : { family, url: null }, source, { painted: 1 });
  });
}
