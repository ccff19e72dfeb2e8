import { hasActionWord, isBagButton } from '../../../words/actions.ts';
import { fold } from '../../../words/fold.ts';
import { windowSize } from '../../../browser/browser-flags.ts';
import type { Shade } from '../../../studio/pictures/pixel-shades.ts';
import { hexOf } from '../css/color-value.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import { logoEvidence } from '../logo-pixels.ts';
import { asideNames, hexOfFill, isFilledButton, isOthersButton, isOutlinedButton } from './buttons.ts';
import type { ColorGrid } from './color-grid.ts';
import type { PageFacts, PaintedBox, PaintedWords } from './facts.ts';

const source = 'painted';
/** If pictures cover more than this share (0 to 1) of the first screen, the colours in the pictures count too. */
export const picturesRule = 0.45;

/** Where the colours of a painted page come from: its facts, its colour grid, its logo and its screenshot. */
export interface PaintedColors {
  facts: PageFacts;
  grid: ColorGrid;
  /** Colours of the painted logo, largest share first. */
  logo: Shade[];
  /** Colours of the whole screenshot, largest share first. */
  screen: Shade[];
}

const seen = (color: string | undefined, features: Features): Evidence<string>[] =>
  evidence(color === undefined ? undefined : hexOf(color), source, features);

/** Returns the colours of all words, each with the share of the word in the sum of their weights. */
function shares(
  words: readonly PaintedWords[],
  name: string,
  {
    colorOf,
    weightOf = () => 1,
  }: { colorOf: (each: PaintedWords) => string; weightOf?: (each: PaintedWords) => number },
): Evidence<string>[] {
  const whole = words.reduce((sum, each) => sum + weightOf(each), 0);
  return words.flatMap((each) => seen(colorOf(each), { [name]: weightOf(each) / whole }));
}

const asidePlaces = new Set(['footer', 'dialog', 'nav', 'aside']);
const isAside = ({ place, names, isFixed }: PaintedWords): boolean =>
  asidePlaces.has(place) || asideNames.test(names) || isFixed;
/** Area in square CSS pixels from which on a button counts as large. */
const largeMin = 5_000;

function ofButtons({ words }: PageFacts): Evidence<string>[] {
  const filled = Map.groupBy(words.filter(isFilledButton), (each) => {
    if (isOthersButton(each)) return 'painted.others-button';
    return isAside(each) ? 'painted.aside-button' : 'painted.button';
  });
  const main = (filled.get('painted.button') ?? []).toSorted((one, other) => one.y - other.y);
  const outlined = words.filter((each) => !isFilledButton(each) && isOutlinedButton(each));
  return [
    ...[...filled].flatMap(([name, some]) => shares(some, name, { colorOf: (each) => hexOfFill(each) ?? '' })),
    ...main.flatMap((each, at) =>
      seen(
        each.fill,
        facts({
          'painted.button.first': at === 0,
          'painted.button.large': each.width * each.height >= largeMin,
          'painted.button.action': hasActionWord(fold(each.text)),
          'painted.button.bag': isBagButton(each.text),
          'painted.button.header': each.place === 'header',
        }),
      ),
    ),
    ...shares(outlined, 'painted.outline', { colorOf: ({ border }) => border }),
  ];
}

/** Returns the colours of headings, links and other texts, each by its share of their kind. */
function ofWords({ words }: PageFacts): Evidence<string>[] {
  const headings = words.filter(({ kind }) => kind === 'heading' || kind === 'large').slice(0, 24);
  const links = words.filter(({ kind, place, fill }) => kind === 'action' && fill === '' && place !== 'footer');
  const texts = words.filter(({ kind, place }) => kind !== 'action' && place !== 'footer');
  const colorOf = ({ color }: PaintedWords): string => color;
  const [largest] = headings.toSorted((one, other) => other.size - one.size);
  return [
    ...shares(headings, 'painted.heading', { colorOf, weightOf: ({ size }) => size }),
    ...seen(largest?.color, { 'painted.heading.largest': 1 }),
    ...shares(links, 'painted.link', { colorOf }),
    ...shares(texts, 'painted.text', { colorOf, weightOf: ({ text }) => text.length }),
  ];
}

const boxMin = 20_000;
const boxesMax = 60;

/** Returns the background colours of large boxes on the whole page. `ofGrid` counts those that are on the first screen. */
function ofSections({ boxes, pageHeight }: PageFacts): Evidence<string>[] {
  const pageArea = windowSize.width * Math.max(pageHeight, windowSize.height);
  const areaOf = ({ width, height }: PaintedBox): number => Math.min(width, windowSize.width) * height;
  return boxes
    .filter((box) => areaOf(box) >= boxMin)
    .slice(0, boxesMax)
    .flatMap((box) =>
      seen(box.color, {
        'painted.section': Math.min(1, areaOf(box) / pageArea),
        ...facts({
          'painted.section.header': box.place === 'header' || box.place === 'nav',
          'painted.section.footer': box.place === 'footer',
        }),
      }),
    );
}

function ofGrid({ cells, plain }: ColorGrid): Evidence<string>[] {
  return [...cells].flatMap(([hex, count]) => evidence(hex, source, { 'painted.area': count / plain }));
}

function ofScreen({ pictureShare }: ColorGrid, screen: Shade[]): Evidence<string>[] {
  if (pictureShare <= picturesRule) return [];
  return screen.slice(0, 24).flatMap(({ hex, share }) => evidence(hex, source, { 'painted.picture': share }));
}

/** Returns the colours of a painted page: of its buttons, logo, words and areas. */
export function paintedColors({ facts: page, grid, logo, screen }: PaintedColors): Evidence<string>[] {
  return [
    ...ofButtons(page),
    ...logoEvidence(logo, 'painted.logo', source),
    ...ofWords(page),
    ...ofSections(page),
    ...ofGrid(grid),
    ...ofScreen(grid, screen),
    ...seen(page.themeColor, { 'theme-color': 1 }),
    ...seen(page.ground, { 'painted.ground': 1 }),
  ];
}
