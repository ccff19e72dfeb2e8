import { BrandSource, type BrandColor } from '../../../schema/brand.ts';
import { distance, isGrey, lchOf } from '../../../studio/brand-kit/color.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { ranked, type Candidate, type Ranked } from './candidates.ts';
import { colourModel } from './weights/colour.ts';
import { borrowed } from '../../../studio/brand-kit/borrowed-colors.ts';

/** Maximum distance (in OKLab) of two colours that count as the same colour. */
const sameWithin = 0.04;
/** Maximum number of colours that are compared. A screenshot can have a different one in each of its 4,480 cells. */
const colorsMax = 200;
/** Maximum number of colours that may be the primary one: those with the most evidence. */
const candidatesMax = 14;

/** Colours of links without a style. */
const unstyled = new Set(['#0000ee', '#551a8b', '#ee0000']);

interface Colour extends Candidate<string> {
  /** Sum of all evidence. */
  strength: number;
  isGrey: boolean;
}

const isSame = (one: string, other: string): boolean => distance(lchOf(one), lchOf(other)) < sameWithin;

const trust = BrandSource.options;

/** Returns equal colours as one, with the hex value of the first and the sum of each feature, at most 1. */
function joined(group: readonly Candidate<string>[]): Colour[] {
  const [first] = group;
  const [trusted] = group.toSorted((one, other) => trust.indexOf(one.source) - trust.indexOf(other.source));
  if (first === undefined || trusted === undefined) return [];
  const sums: Record<string, number> = {};
  for (const { features } of group)
    for (const [name, value] of Object.entries(features)) sums[name] = Math.min(1, (sums[name] ?? 0) + value);
  const strength = Object.values(sums).reduce((sum, value) => sum + value, 0);
  return [{ value: first.value, source: trusted.source, features: sums, strength, isGrey: isGrey(lchOf(first.value)) }];
}

const byStrength = (one: Colour, other: Colour): number => other.strength - one.strength;

const hexesOf = (found: readonly Evidence<string>[]): Colour[] =>
  [...Map.groupBy(found, ({ value }) => value).values()].flatMap(joined);

/** Returns each colour of a page once, that with the most evidence first. Nearly equal colours are the same. */
export function distinctColours(found: readonly Evidence<string>[]): Colour[] {
  const groups: Colour[][] = [];
  for (const one of hexesOf(found).sort(byStrength).slice(0, colorsMax)) {
    const home = groups.find(([first]) => first !== undefined && isSame(first.value, one.value));
    if (home === undefined) groups.push([one]);
    else home.push(one);
  }
  return groups.flatMap(joined).sort(byStrength);
}

/** Returns the colours that may be the primary colour of the brand. */
export function colourCandidates(found: readonly Evidence<string>[]): Candidate<string>[] {
  const known = found.filter(({ value }) => !unstyled.has(value));
  const all = distinctColours(known)
    // Texts and grounds of most pages are grey.
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, candidatesMax);
  const isPainted = known.some(({ source }) => source === 'painted');
  return all.map((one) => ({
    value: one.value,
    source: one.source,
    features: measured({ ...ownFeatures(one), ...besides(one, all) }, isPainted ? '' : 'source.'),
  }));
}

const weightOf = ({ strength, isGrey }: Colour): number => (isGrey ? strength / 2 : strength);

/** Without a browser, everything weighs differently, so that the features have other names. */
const measured = (features: Features, prefix: string): Features =>
  Object.fromEntries(
    Object.entries(features).flatMap(([name, value]) =>
      value === 0 ? [] : [[`${prefix}${name}`, Number(value.toFixed(3))]],
    ),
  );

/** Matches features that say little about a grey. */
const usual =
  /^(?:painted\.(?:area|section|text|heading|link|button|picture)|call|written\.(?:text|header|hero|footer|heading))$/;

/** Number of kinds of evidence, such as the logo and the buttons, from which on the number says nothing more. */
const kindsMax = 8;

function ownFeatures({ value, features, isGrey }: Colour): Features {
  const { l, c } = lchOf(value);
  const kinds = new Set(Object.keys(features).map((name) => name.split('.').slice(0, 2).join('.')));
  return {
    ...Object.fromEntries(
      Object.entries(features).map(([name, share]) => [
        isGrey && usual.test(name) ? `grey.${name}` : name,
        Math.sqrt(share),
      ]),
    ),
    chroma: Math.min(1, c / 0.2),
    kinds: Math.min(1, kinds.size / kindsMax),
    ...facts({
      dark: l < 0.36 && c < 0.06,
      light: l > 0.86,
      pale: c < 0.06,
      black: l < 0.25 && isGrey,
      borrowed: borrowed.has(value),
    }),
  };
}

/** Features of which another colour of the page may have more. */
const rivalries = [
  'painted.button',
  'painted.button.first',
  'painted.logo',
  'painted.area',
  'painted.heading',
  'call',
  'logo-file',
  'property.primary',
  'theme-color',
];

/** Returns what the other colours of the page that are not grey have. */
function besides(one: Colour, all: readonly Colour[]): Features {
  const others = all.filter((other) => other !== one && !other.isGrey);
  const strongest = Math.max(one.strength, ...others.map(({ strength }) => strength));
  return {
    strength: one.strength / strongest,
    ...facts({ only: others.length === 0 }),
    ...Object.fromEntries(
      rivalries.map((name) => [`beside.${name}`, Math.max(0, ...others.map(({ features }) => features[name] ?? 0))]),
    ),
  };
}

/** Maximum number of colours of each role. */
const countMax = { accents: 6, surfaces: 2 };
/** Share (0 to 1) of the first screen from which on a colour is that of a ground. */
const groundMin = 0.15;

/** Reports whether a colour is that of paper, which is never the primary colour. */
const isWhite = (hex: string): boolean => lchOf(hex).l > 0.96 && isGrey(lchOf(hex));

/** Returns the palette of the brand: the primary colour, colours of the ground, the colour of its texts, and others. */
export function brandColours(found: readonly Evidence<string>[]): BrandColor[] {
  const voices = ranked(colourCandidates(found), colourModel);
  const lead = voices.find(({ value }) => !isWhite(value));
  const hexes = hexesOf(found);
  const surfaces = most(hexes, ['painted.ground', 'painted.area', 'written.ground', 'property.ground'])
    .filter(({ features }) => (features['painted.area'] ?? 1) >= groundMin)
    .filter(({ value }, at, [first]) => at === 0 || !isSame(value, first?.value ?? value))
    .slice(0, countMax.surfaces);
  const inks = most(hexes, ['painted.text', 'written.text', 'property.text']).slice(0, 1);
  const known = [...surfaces, ...inks];
  const accents = voices
    .filter((one) => one !== lead)
    .filter(({ value }) => known.every((one) => !isSame(one.value, value)))
    .slice(0, countMax.accents);
  return [
    ...(lead === undefined ? [] : [lead]).map((one) => asColor('primary', one)),
    ...surfaces.map((one) => asColor('surface', one)),
    ...inks.map((one) => asColor('ink', one)),
    ...accents.map((one) => asColor(isGrey(lchOf(one.value)) ? 'other' : 'accent', one)),
  ];
}

/** Returns the colours that have one of the features, those with most of the first feature first. */
const most = (colours: readonly Colour[], names: readonly string[]): (Colour & { confidence: number })[] =>
  names.flatMap((name) =>
    colours
      .filter(({ features }) => (features[name] ?? 0) > 0)
      .sort((one, other) => (other.features[name] ?? 0) - (one.features[name] ?? 0))
      .map((one) => ({ ...one, confidence: one.features[name] ?? 0 })),
  );

const asColor = (role: BrandColor['role'], { value, source, confidence }: Ranked<string>): BrandColor => ({
  hex: value,
  label: null,
  role,
  source,
  confidence: Math.round(confidence * 100) / 100,
});
