import { seasons, type AdPart, type Asked, type Mood, type Season } from '../../schema/direction.ts';
import { colorsAsked, colorsIn, withShades } from './colors-asked.ts';
import type { Segment } from './segments.ts';
import type { Token } from './tokens.ts';

/** Texts of an ad. The logo is a picture. */
export const textParts = ['headline', 'subheadline', 'cta', 'offer', 'price', 'name'] as const satisfies AdPart[];

const partOf: Readonly<Record<string, readonly AdPart[]>> = {
  headline: ['headline'],
  subheadline: ['subheadline'],
  cta: ['cta'],
  offer: ['offer'],
  price: ['price'],
  brand_name: ['name'],
  logo: ['logo'],
  text: textParts,
};

/** Returns the parts that a segment names, in order. */
export const partsIn = (tokens: readonly Token[]): AdPart[] => tokens.flatMap(({ label }) => partOf[label] ?? []);

const season = (name: Season): Asked => ({ moods: ['seasonal'], season: name });
const mood = (name: Mood): Asked => ({ moods: [name] });

/** Wishes that a phrase expresses by its label alone. */
const looks: Readonly<Record<string, Asked>> = {
  light: { ground: 'light' },
  dark: { ground: 'dark' },
  night: { ground: 'dark', moods: ['night'] },
  cinematic: { ground: 'dark', moods: ['night'], picture: 'full' },
  grey: { saturation: 'grey' },
  muted: { saturation: 'muted' },
  vivid: { saturation: 'vivid' },
  'one-colour': { saturation: 'one-colour' },
  minimal: mood('minimal'),
  editorial: mood('editorial'),
  calm: mood('calm'),
  typographic: mood('typographic'),
  loud: { moods: ['loud'], voice: 'bold' },
  elegant: { moods: ['elegant'], voice: 'elegant' },
  playful: { moods: ['playful'], voice: 'playful' },
  friendly: { voice: 'friendly' },
  technical: { voice: 'technical' },
  natural: { voice: 'natural' },
  ...Object.fromEntries(seasons.map((name) => [name, season(name)])),
  full: { picture: 'full' },
  'fast-cuts': { cutsPerSecond: 1 },
  'slow-cuts': { cutsPerSecond: 0.25 },
  'one-take': { cutsPerSecond: 0.1 },
};

/** Wishes that the refusal of a label expresses. */
const refusals: Readonly<Record<string, Asked>> = {
  light: { ground: 'dark' },
  dark: { ground: 'light' },
  night: { ground: 'light', refusedMoods: ['night'] },
  vivid: { saturation: 'muted' },
  muted: { saturation: 'vivid' },
  grey: { saturation: 'vivid' },
  minimal: { refusedMoods: ['minimal'] },
  editorial: { refusedMoods: ['editorial'] },
  typographic: { refusedMoods: ['typographic'] },
  loud: { refusedMoods: ['loud'] },
  elegant: { refusedMoods: ['elegant'] },
  playful: { refusedMoods: ['playful'] },
  calm: { refusedMoods: ['calm'] },
  picture: { picture: 'none' },
  people: { people: 'none' },
  full: { picture: 'small' },
};

/** Wishes that a label expresses together with `large`. */
const sized: Readonly<Record<string, Asked>> = {
  price: { largest: 'price' },
  offer: { largest: 'offer' },
  headline: { largest: 'headline' },
  text: { largest: 'headline' },
  type: { largest: 'headline' },
  date: { largest: 'date' },
  logo: { largest: 'logo' },
  product: { picture: 'large', largest: 'picture' },
  picture: { picture: 'large', largest: 'picture' },
  typographic: { largest: 'headline' },
};

/** Reports whether a label names something that can be large. */
export const hasSize = (label: string): boolean => sized[label] !== undefined;

/** Returns what a segment asks for; `{}` if nothing that is understood. */
export function asksOf({ isRefused, tokens }: Segment): Asked {
  const shaded = withShades(tokens);
  return isRefused ? refusedIn(shaded) : wantedIn(shaded);
}

function refusedIn(tokens: readonly Token[]): Asked {
  const labels = tokens.map(({ label }) => label);
  if (labels.includes('large') || labels.includes('small')) return refusedSize(labels);
  const refused = partsIn(tokens);
  const colors = colorsIn(tokens).map(({ hex }) => hex);
  return merged([
    ...labels.filter((label) => label !== 'picture' || isAllPictures(labels)).map((label) => refusals[label] ?? {}),
    ...(refused.length > 0 ? [{ refused }] : []),
    ...(colors.length > 0 ? [{ refusedColors: colors }] : []),
  ]);
}

/** Reports whether a refusal means all pictures. `no stock photos` and `no photos of people` do not. */
const isAllPictures = (labels: readonly string[]): boolean => !labels.includes('unknown') && !labels.includes('people');

const isPicture = (label: string | undefined): boolean => label === 'picture' || label === 'product';

/** Returns the wish of a refused size: `the price must not be small`, `no large photo`. */
function refusedSize(labels: readonly string[]): Asked {
  const small = nearestTo('small', labels);
  if (small !== undefined) return sized[small] ?? {};
  return isPicture(nearestTo('large', labels)) ? { picture: 'small' } : {};
}

function wantedIn(tokens: readonly Token[]): Asked {
  const labels = tokens.map(({ label }) => label);
  return merged([
    ...labels.map((label) => looks[label] ?? {}),
    ...sizesIn(labels),
    ...partsWanted(tokens),
    colorsAsked(tokens),
  ]);
}

function sizesIn(labels: readonly string[]): Asked[] {
  if (labels.includes('full')) return [];
  if (labels.includes('as-ground') && labels.some(isPicture)) return [{ picture: 'full' }];
  const small: Asked = isPicture(nearestTo('small', labels)) ? { picture: 'small' } : {};
  return [sized[nearestTo('large', labels) ?? ''] ?? {}, small];
}

/** Returns the parts that are named without a size and must appear: `show the price`. `text` alone names no part. */
function partsWanted(tokens: readonly Token[]): Asked[] {
  const isPlain = tokens.every(({ label }) => label !== 'large' && label !== 'small' && label !== 'unknown');
  const wanted = partsIn(tokens.filter(({ label }) => label !== 'text'));
  return isPlain && wanted.length > 0 ? [{ wanted }] : [];
}

/** Returns the label nearest to a size such as `large` that can have a size; undefined without one. */
export function nearestTo(size: string, labels: readonly string[]): string | undefined {
  const at = labels.indexOf(size);
  if (at < 0) return undefined;
  const places = labels.flatMap((label, place) => (hasSize(label) ? [place] : []));
  const [place] = places.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return place === undefined ? undefined : labels[place];
}

const union = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] => [
  ...new Set([...(a ?? []), ...(b ?? [])]),
];

/**
 * Joins what several phrases ask for. Lists are joined; of other fields the last value counts, of `season` the first.
 */
export function merged(all: readonly Asked[]): Asked {
  return all.reduce<Asked>((so, next) => {
    const lists = listFields.flatMap((field) => {
      const list = union<unknown>(so[field], next[field]);
      return list.length === 0 ? [] : [[field, list] as const];
    });
    const season = so.season ?? next.season;
    return { ...so, ...withoutUndefined(next), ...Object.fromEntries(lists), ...(season !== undefined && { season }) };
  }, {});
}

const listFields = ['colors', 'refusedColors', 'moods', 'refusedMoods', 'refused', 'wanted', 'unsaid'] as const;

const withoutUndefined = (asked: Asked): Asked =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
