import { oklch } from 'culori';
import { hexOf } from '../css/color-value.ts';
import { chromaOf, distance, isNeutral } from '../color-distance.ts';
import type { ColorRole, ColorValue, Found } from '../found.ts';
import type { Shade } from '../../../studio/pictures/pixel-shades.ts';
import { hexOfFill, isFilledButton, isOthersButton, isOutlinedButton, prominence } from './buttons.ts';
import type { ColorGrid } from './color-grid.ts';
import type { PageFacts, PaintedWords } from './facts.ts';
import { windowSize } from '../../../browser/browser-flags.ts';

const source = 'painted';
/** Maximum distance (in OKLab) of two colours that count as the same colour. */
const sameWithin = 0.04;
/** Default colours of links in browsers, which show that the brand has not chosen a colour. */
const defaults = new Set(['#0000ee', '#551a8b', '#ee0000']);
/** If pictures cover more than this share (0 to 1) of the first screen, the colours in the pictures count too. */
export const picturesRule = 0.45;
const windowArea = windowSize.width * windowSize.height;

/** One reason to treat a colour as a colour of the brand. A higher weight is a stronger reason. */
export interface Evidence {
  hex: string;
  weight: number;
  label: string;
}

/** Evidence of the brand colours of a page: its facts, its colour grid, and the colours of its logo and screenshot. */
export interface PaintedColors {
  facts: PageFacts;
  grid: ColorGrid;
  /** Colours of the painted logo, largest share first. */
  logo: Shade[];
  /** Colours of the whole screenshot, largest share first. */
  screen: Shade[];
}

function evidence(value: string | undefined, weight: number, label: string): Evidence[] {
  const hex = value === undefined ? undefined : hexOf(value);
  return hex === undefined || weight <= 0 || defaults.has(hex) ? [] : [{ hex, weight, label }];
}

function ofButtons({ words }: PageFacts): Evidence[] {
  const filled = words
    .filter((each) => isFilledButton(each) && !isOthersButton(each))
    .sort((one, other) => prominence(other) - prominence(one))
    .slice(0, 8);
  const outlined = words.filter((each) => !isFilledButton(each) && isOutlinedButton(each)).slice(0, 4);
  return [
    ...filled.flatMap((button, at) =>
      evidence(hexOfFill(button), prominence(button) * (at === 0 ? 1 : 0.35) * chosenShare(button), 'button'),
    ),
    ...outlined.flatMap((button) => evidence(button.border, prominence(button) * 0.25, 'button')),
  ];
}

/** Colours that frameworks and themes give to buttons by default, and those of messengers and social networks. */
const borrowed = new Set(
  '#0d6efd #007bff #337ab7 #428bca #0275d8 #9c27b0 #1976d2 #2196f3 #3f51b5 #7f54b3 #a46497 #2ea3f2 #6ec1e4 #61ce70 #3898ec #0170b9 #046bd2 #007cba #32373c #25d366 #128c7e #06c755 #1877f2 #3b5998'.split(
    ' ',
  ),
);

/**
 * Returns a factor for the evidence of a button's colour. It is low for a colour that the brand has probably not
 * chosen.
 */
function chosenShare(button: PaintedWords): number {
  return borrowed.has(hexOfFill(button) ?? '') ? 0.35 : 1;
}

function ofLogo(logo: Shade[]): Evidence[] {
  const colored = logo.filter(({ share, hex }) => share >= 0.01 && !isNeutral(hex));
  const whole = colored.reduce((sum, { share }) => sum + share, 0);
  const saturated = colored.filter(({ share }) => share >= 0.05);
  // In a logo of many colours, none of them alone stands for the brand.
  const first = 0.7 * Math.min(1, 0.3 + (saturated[0]?.share ?? 0) / Math.max(whole, 0.01));
  return saturated
    .slice(0, 3)
    .flatMap(({ hex, share }, at) => evidence(hex, at === 0 ? first : Math.min(0.4, share + 0.1), 'logo'));
}

/**
 * Returns the colours of headings, other large texts and links as evidence for colours of the brand. `rankColors`
 * ignores those that are neutral (black, grey, white), because ordinary text has these colours on most pages.
 */
function ofWords({ words }: PageFacts): Evidence[] {
  const headings = words.filter(({ kind }) => kind === 'heading' || kind === 'large').slice(0, 12);
  const links = words.filter(({ kind, place, fill }) => kind === 'action' && fill === '' && place !== 'footer');
  return [
    ...headings.flatMap(({ color, size }) => evidence(color, size >= 28 ? 0.18 : 0.1, 'heading')),
    ...links.slice(0, 20).flatMap(({ color }) => evidence(color, 0.06, 'link')),
  ];
}

/**
 * Returns the background colours of large boxes on the whole page as evidence, weighted by area. `ofGrid` counts the
 * colours that are visible on the first screen.
 */
function ofSections({ boxes }: PageFacts): Evidence[] {
  return boxes
    .filter(({ width, height }) => width * height >= 20_000)
    .slice(0, 60)
    .flatMap(({ color, width, height, place }) => {
      const share = Math.min(
        0.6,
        (Math.min(width, windowSize.width) * Math.min(height, windowSize.height)) / windowArea,
      );
      return evidence(color, share * 0.35 + (place === 'header' || place === 'nav' ? 0.15 : 0), 'section');
    });
}

function ofGrid({ cells, plain }: ColorGrid): Evidence[] {
  if (plain === 0) return [];
  return [...cells].flatMap(([hex, count]) => evidence(hex, Math.min(0.8, (count / plain) * 1.6), 'area'));
}

function ofScreen({ pictureShare }: ColorGrid, screen: Shade[]): Evidence[] {
  if (pictureShare <= picturesRule) return [];
  return screen
    .slice(0, 24)
    .flatMap(({ hex, share }) => evidence(hex, Math.min(0.3, share) * chromaOf(hex) * 6, 'picture'));
}

/**
 * Maximum weight of all evidence of one kind for a colour. Otherwise many weak reasons, such as the links of a page,
 * would outweigh a strong one.
 */
const weightMax: Record<string, number> = {
  heading: 0.4,
  link: 0.3,
  section: 0.45,
  area: 0.8,
  picture: 0.4,
  logo: 0.8,
};

interface Cluster {
  hex: string;
  label: string;
  weight: number;
  byLabel: Map<string, number>;
}

/**
 * Maximum number of groups of nearly equal colours. A screenshot can have a different colour in each of its 4,480 cells,
 * and each colour is compared with all groups.
 */
const clustersMax = 100;

/**
 * Groups evidence for nearly equal colours and adds up its weight, highest sum first. Each group has the hex value of
 * its strongest single evidence. Weak evidence that fits none of the first `clustersMax` groups is dropped.
 */
export function clusters(all: Evidence[]): Cluster[] {
  const found: Cluster[] = [];
  for (const { hex, weight, label } of [...all].sort((one, other) => other.weight - one.weight)) {
    const alike = found.find((cluster) => distance(cluster.hex, hex) < sameWithin);
    if (alike !== undefined) alike.byLabel.set(label, (alike.byLabel.get(label) ?? 0) + weight);
    else if (found.length < clustersMax) found.push({ hex, label, weight: 0, byLabel: new Map([[label, weight]]) });
  }
  for (const cluster of found)
    for (const [label, weight] of cluster.byLabel) cluster.weight += Math.min(weight, weightMax[label] ?? 1.2);
  return found.sort((one, other) => other.weight - one.weight);
}

function color(hex: string, role: ColorRole, confidence: number, label: string): Found<ColorValue> {
  return {
    value: { hex, label, role },
    source,
    confidence: Math.round(Math.max(0.05, Math.min(0.95, confidence)) * 100) / 100,
  };
}

function ink(words: PaintedWords[]): Found<ColorValue>[] {
  const lengths = new Map<string, number>();
  for (const { color: value, text, kind, place } of words) {
    const hex = kind === 'action' || place === 'footer' ? undefined : hexOf(value);
    if (hex !== undefined && isNeutral(hex)) lengths.set(hex, (lengths.get(hex) ?? 0) + text.length);
  }
  const [most] = [...lengths].sort((one, other) => other[1] - one[1]);
  return most === undefined ? [] : [color(most[0], 'ink', 0.7, 'text')];
}

function surfaces({ cells, plain }: ColorGrid, ground: string | undefined): Found<ColorValue>[] {
  const large = [...cells].filter(([, count]) => count >= plain * 0.15).sort((one, other) => other[1] - one[1]);
  const hexes = [...new Set([...(ground === undefined ? [] : [ground]), ...large.map(([hex]) => hex)])];
  return hexes.slice(0, 2).map((hex, at) => color(hex, 'surface', 0.75 - at * 0.2, 'ground'));
}

/**
 * Factors for the evidence of a colour that is nearly black or nearly white. Texts, buttons and backgrounds of many
 * brands have such a colour, but people know a brand by another one, if it has any.
 */
const extremeShare = { dark: 0.5, light: 0.3 };

/**
 * The light ground of a page is the colour of its paper, so its area counts by this factor only. A colour counts as light
 * from this lightness (0 to 1, OKLCH).
 */
const lightGround = { share: 0.2, lightnessMin: 0.86 };

function withoutGround(all: Evidence[], ground: string | undefined): Evidence[] {
  if (ground === undefined || (oklch(ground)?.l ?? 0) < lightGround.lightnessMin) return all;
  return all.map((one) =>
    (one.label === 'area' || one.label === 'section') && distance(one.hex, ground) < sameWithin
      ? { ...one, weight: one.weight * lightGround.share }
      : one,
  );
}

/**
 * The neutral colour of a button with at least `weightMin` is the primary colour, unless another colour has at least
 * `otherMax`.
 */
const boldButton = { weightMin: 0.8, otherMax: 0.2 };

function toneShare(hex: string): number {
  const { l = 0, c = 0 } = oklch(hex) ?? {};
  if (l < 0.36 && c < 0.06) return extremeShare.dark;
  return l > 0.95 ? extremeShare.light : 1;
}

/**
 * Returns the colours of the brand on a painted page. The first one, the primary colour, has the most evidence: filled
 * buttons, the logo, painted area, headings and links, `theme-color`. It is neutral (black, grey, white) only if the
 * page has no other colour with enough evidence.
 */
export function rankColors({ facts, grid, logo, screen }: PaintedColors): Found<ColorValue>[] {
  const all = [
    ...ofButtons(facts),
    ...ofLogo(logo),
    ...ofWords(facts),
    ...withoutGround([...ofSections(facts), ...ofGrid(grid)], hexOf(facts.ground)),
    ...ofScreen(grid, screen),
    ...evidence(facts.themeColor, 0.4, 'theme-color'),
  ];
  const saturated = clusters(all.filter(({ hex }) => !isNeutral(hex)))
    .map((cluster) => ({ ...cluster, weight: cluster.weight * toneShare(cluster.hex) }))
    .sort((one, other) => other.weight - one.weight);
  const buttons = clusters(ofButtons(facts).filter(({ hex }) => isNeutral(hex) && hex !== '#ffffff'));
  const headings = clusters(
    ofWords(facts).filter(({ hex, label }) => label === 'heading' && isNeutral(hex) && (oklch(hex)?.l ?? 1) < 0.45),
  );
  const voices = [...saturated.filter(({ weight }) => weight >= 0.08), ...buttons.slice(0, 1)];
  const bold = buttons.filter(({ weight }) => weight >= boldButton.weightMin).slice(0, 1);
  const isBold = (saturated[0]?.weight ?? 0) < boldButton.otherMax && bold.length > 0;
  const ordered = isBold ? [...new Set([...bold, ...voices])] : voices.length > 0 ? voices : headings.slice(0, 1);
  const [lead, ...others] = ordered;
  return [
    ...(lead === undefined ? [] : [color(lead.hex, 'primary', 0.6 + lead.weight * 0.2, lead.label)]),
    ...others
      .slice(0, 5)
      .map(({ hex, weight, label }) => color(hex, isNeutral(hex) ? 'other' : 'accent', 0.35 + weight * 0.3, label)),
    ...surfaces(grid, hexOf(facts.ground)),
    ...ink(facts.words),
  ];
}
