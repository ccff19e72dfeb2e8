import { hexOf } from '../css/color-value.ts';
import { chromaOf, distance, isNeutral } from '../color-distance.ts';
import type { ColorRole, ColorValue, Found } from '../found.ts';
import type { Shade } from '../../../studio/pictures/pixel-shades.ts';
import { hexOfFill, isFilledButton, isOthersButton, isOutlinedButton, prominence } from './buttons.ts';
import type { ColorGrid } from './color-grid.ts';
import type { PageFacts, PaintedWords } from './facts.ts';
import { windowSize } from './flags.ts';

const source = 'painted';
/** Maximum distance (in OKLab) of two colours that count as the same colour. */
const sameWithin = 0.04;
/** Default colours of links in browsers, which show that the brand has not chosen a colour. */
const defaults = new Set(['#0000ee', '#551a8b', '#ee0000']);
/** Share (0 to 1) of the first screen that pictures cover, from which on their colours count. */
export const picturesRule = 0.45;
const windowArea = windowSize.width * windowSize.height;

/** One reason to take a colour for the colour of the brand. */
export interface Evidence {
  hex: string;
  weight: number;
  label: string;
}

/** What is known about the painted colours of a page. */
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
      evidence(hexOfFill(button), prominence(button) * (at === 0 ? 1 : 0.35), 'button'),
    ),
    ...outlined.flatMap((button) => evidence(button.border, prominence(button) * 0.25, 'button')),
  ];
}

function ofLogo(logo: Shade[]): Evidence[] {
  const saturated = logo.filter(({ hex, share }) => share >= 0.05 && !isNeutral(hex));
  return saturated
    .slice(0, 3)
    .flatMap(({ hex, share }, at) => evidence(hex, at === 0 ? 0.7 : Math.min(0.4, share + 0.1), 'logo'));
}

/** Colours of words: large headings and links. Neutral colours are the ink of the page and not a brand colour. */
function ofWords({ words }: PageFacts): Evidence[] {
  const headings = words.filter(({ kind }) => kind === 'heading' || kind === 'large').slice(0, 12);
  const links = words.filter(({ kind, place, fill }) => kind === 'action' && fill === '' && place !== 'footer');
  return [
    ...headings.flatMap(({ color, size }) => evidence(color, size >= 28 ? 0.18 : 0.1, 'heading')),
    ...links.slice(0, 20).flatMap(({ color }) => evidence(color, 0.06, 'link')),
  ];
}

/** Coloured sections of the whole page, by their area. The first screen is counted by the grid. */
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

/** Maximum weight of all evidence of one kind for a colour. A page has many links, but they are one reason. */
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

/** Adds up the evidence of nearly equal colours. The colour with the strongest single reason gives its hex value. */
export function clusters(all: Evidence[]): Cluster[] {
  const found: Cluster[] = [];
  for (const { hex, weight, label } of [...all].sort((one, other) => other.weight - one.weight)) {
    const home = found.find((cluster) => distance(cluster.hex, hex) < sameWithin);
    if (home === undefined) found.push({ hex, label, weight: 0, byLabel: new Map([[label, weight]]) });
    else home.byLabel.set(label, (home.byLabel.get(label) ?? 0) + weight);
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
 * Returns the palette of a painted page. Its first colour is the one with the most evidence: filled buttons, the logo,
 * painted area, headings and links, `theme-color`. Neutral colours lead only if the page has no other.
 */
export function rankColors({ facts, grid, logo, screen }: PaintedColors): Found<ColorValue>[] {
  const all = [
    ...ofButtons(facts),
    ...ofLogo(logo),
    ...ofWords(facts),
    ...ofSections(facts),
    ...ofGrid(grid),
    ...ofScreen(grid, screen),
    ...evidence(facts.themeColor, 0.4, 'theme-color'),
  ];
  const saturated = clusters(all.filter(({ hex }) => !isNeutral(hex)));
  const buttons = clusters(ofButtons(facts).filter(({ hex }) => isNeutral(hex) && hex !== '#ffffff'));
  const ordered = [...saturated.filter(({ weight }) => weight >= 0.08), ...buttons.slice(0, 1)];
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
