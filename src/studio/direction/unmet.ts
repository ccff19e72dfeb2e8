import type { AdPart, Asked, AskedField, Direction, Mood } from '../../schema/direction.ts';
import { clipped } from '../../domain/clipped.ts';
import { hasDate } from '../copy/has-date.ts';
import { hasMoney } from '../../words/money.ts';
import type { Brief } from '../brief.ts';
import { copyParts } from '../copy/drawn-copy.ts';
import type { AdEvidence } from './ad-evidence.ts';
import { isForbidden } from './allowed-copy.ts';

/** A part of a direction that some ads do not follow. */
export interface Unmet {
  clause: string;
  /** Aspect ratios of these ads. */
  ratios: string[];
  /** Cause, such as `the background is light`. */
  reason: string;
}

export interface DrawnDirection {
  brief: Brief;
  ads: readonly AdEvidence[];
}

/** Returns the parts of the direction of a brief that its drawn ads do not follow. */
export function unmetDirections({ brief, ads }: DrawnDirection): Unmet[] {
  const { clauses = [] } = brief.direction;
  return clauses.flatMap(({ text, asks }) => {
    const failed = ads.flatMap((ad) => {
      const reason = reasonFor(asks, ad, brief);
      return reason === undefined ? [] : [{ ratio: ad.aspectRatio, reason }];
    });
    const byReason = [...Map.groupBy(failed, ({ reason }) => reason)];
    return byReason.map(([reason, each]) => ({ clause: text, ratios: each.map(({ ratio }) => ratio), reason }));
  });
}

const notesMax = 8;

/** Returns a note for each part of a direction that was not followed. `field` is the field of the request. */
export function directionNotes(field: string, { brief, ads }: DrawnDirection): string[] {
  const unmet = unmetDirections({ brief, ads }).map(({ clause, ratios, reason }) => {
    const where = ratios.length === ads.length ? '' : ` in ${ratios.join(', ')}`;
    return `${field}: “${clipped(clause, 80)}” was not followed${where}: ${reason}.`;
  });
  return [...unreadNotes(field, brief.direction), ...unmet].slice(0, notesMax);
}

/** Returns a note for each way in which ads differ from the picture that the request gives as a model. */
export function referenceNotes(field: string, { brief, ads }: DrawnDirection): string[] {
  const { reference } = brief.direction;
  if (reference === undefined) return [];
  const { place } = reference.composition;
  const isElsewhere = ({ centre }: AdEvidence): boolean => centre !== null && !(sides[place]?.(centre) ?? true);
  const others = ads.filter(isElsewhere).map(({ aspectRatio }) => aspectRatio);
  const asked = brief.direction.ground ?? reference.ground;
  const grounds = ads
    .filter(({ lightness }) => asked === reference.ground && lightness < darkMax !== (asked === 'dark'))
    .map(({ aspectRatio }) => aspectRatio);
  return [
    ...(others.length > 0
      ? [`${field}: in ${others.join(', ')}, the picture is not at the same side (${place}).`]
      : []),
    ...(grounds.length > 0 ? [`${field}: in ${grounds.join(', ')}, the background is not ${asked}.`] : []),
  ];
}

type Centre = NonNullable<AdEvidence['centre']>;

/** Reports whether a centre, in shares of width and height, is on a side. */
const sides: Readonly<Record<string, (centre: Centre) => boolean>> = {
  left: ({ x }) => x < 0.5,
  right: ({ x }) => x > 0.5,
  top: ({ y }) => y < 0.5,
  bottom: ({ y }) => y > 0.5,
};

const unreadMax = 4;

function unreadNotes(field: string, { unread = [], clauses = [] }: Direction): string[] {
  const isPartly = (clause: string): boolean => clauses.some(({ text }) => text === clause);
  const whole = unread.filter((clause) => !isPartly(clause));
  const partly = unread.filter(isPartly);
  return [
    ...(whole.length > 0 ? [`${field}: ${quotedList(whole)} not understood and not followed.`] : []),
    ...(partly.length > 0 ? [`${field}: ${quotedList(partly)} understood and followed only in part.`] : []),
  ];
}

function quotedList(clauses: readonly string[]): string {
  const shown = clauses.slice(0, unreadMax).map((clause) => `“${clipped(clause, 80)}”`);
  const more = clauses.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return `${new Intl.ListFormat('en').format(all)} ${clauses.length === 1 ? 'was' : 'were'}`;
}

function reasonFor(asks: Asked, ad: AdEvidence, brief: Brief): string | undefined {
  const fields = Object.keys(asks) as AskedField[];
  return fields.map((field) => checks[field](asks, ad, brief)).find((reason) => reason !== undefined);
}

/** Returns the reason why an ad does not follow a field; undefined if it does. */
type Check = (asks: Asked, ad: AdEvidence, brief: Brief) => string | undefined;

const unless = (isMet: boolean, reason: string): string | undefined => (isMet ? undefined : reason);

/** Lightness in OKLCH that divides dark from light grounds. */
const darkMax = 0.58;
/** Minimum shares of the pixels with a colour that is seen, and with the colour of the ground. */
const [seenMin, groundMin] = [0.004, 0.12];
/** Shares of the area: minimum of a picture that fills the ad and of a large picture, maximum of a small picture. */
const [fullMin, largeMin, smallMax] = [0.85, 0.3, 0.42];
/** Maximum share of the pixels of a grey ad that are not grey. */
const coloredMax = 0.06;

const checks: Readonly<Record<AskedField, Check>> = {
  ground: ({ ground }, { lightness }) => {
    const drawn = lightness < darkMax ? 'dark' : 'light';
    return unless(drawn === ground, `the background is ${drawn}`);
  },
  groundColor: ({ groundColor = '' }, ad) =>
    unless(ad.shareNear(groundColor) >= groundMin, 'the background has another colour'),
  colors: ({ colors = [] }, ad) =>
    unless(
      colors.some((hex) => ad.shareNear(hex) >= seenMin),
      'the colours are not used',
    ),
  refusedColors: () => undefined,
  saturation: ({ saturation }, { colored }) =>
    unless(saturation !== 'grey' || colored <= coloredMax, 'parts of the ad are in colour'),
  moods: ({ moods = [] }, ad, brief) =>
    moods.map((mood) => moodChecks[mood]?.(ad, brief)).find((reason) => reason !== undefined),
  season: () => undefined,
  refusedMoods: () => undefined,
  voice: ({ voice }, _, brief) =>
    unless(brief.tone === voice || (isCheerful(voice) && isCheerful(brief.tone)), 'another voice was asked for too'),
  largest: ({ largest }, ad, { language }) =>
    largest === undefined ? undefined : largestReason(largest, ad, language),
  picture: ({ picture }, ad) => pictureReason(picture, ad),
  people: ({ people }, ad) =>
    people === 'none'
      ? unless(ad.shown?.role !== 'lifestyle', 'no other picture is given, and it was not checked for people')
      : undefined,
  products: ({ products = 0 }, { pictures }) =>
    unless(pictures >= products, pictures === 0 ? 'no picture is shown' : `the ad shows ${pictures}`),
  refused: ({ refused = [], wanted = [] }, ad) => {
    // A price that is shown alone stands in the place of the offer.
    const isPriceAlone = (part: AdPart): boolean => part === 'offer' && wanted.includes('price');
    const shown = refused.find((part) => isShown(part, ad) && !isPriceAlone(part));
    return shown === undefined ? undefined : `the ad shows the ${names[shown]}`;
  },
  wanted: ({ wanted = [] }, ad) => {
    const missing = wanted.find((part) => !isShown(part, ad));
    return missing === undefined ? undefined : `the ad does not show the ${names[missing]}`;
  },
  unsaid: (_, { copy }, { direction }) =>
    unless(!copyParts.some((part) => isForbidden(copy[part], direction)), 'a text has the word'),
  cutsPerSecond: () => 'a picture has no cuts',
};

/** Reports whether a voice is loud or playful. The two go together. */
const isCheerful = (voice: Asked['voice']): boolean => voice === 'bold' || voice === 'playful';

const names: Record<AdPart, string> = {
  headline: 'headline',
  subheadline: 'subheadline',
  cta: 'call to action',
  offer: 'offer',
  price: 'price',
  name: 'name of the brand',
  logo: 'logo',
};

function isShown(part: AdPart, { copy, hasLogo, sizes }: AdEvidence): boolean {
  if (part === 'logo') return hasLogo;
  if (part === 'name') return sizes.signature !== undefined;
  // A price is often part of another text.
  return part === 'price' ? copyParts.some((each) => hasMoney(copy[each])) : copy[part] !== '';
}

function pictureReason(picture: Asked['picture'], { pictureShare, pictures }: AdEvidence): string | undefined {
  if (picture === 'none') return unless(pictures === 0, 'the ad shows a picture');
  if (picture !== undefined && pictures === 0) return 'no picture can be shown';
  if (picture === 'full') return unless(pictureShare >= fullMin, 'the picture does not fill the ad');
  if (picture === 'large') return unless(pictureShare >= largeMin, 'the picture is small');
  return unless(picture !== 'small' || pictureShare <= smallMax, 'the picture is large');
}

function largestReason(largest: NonNullable<Asked['largest']>, ad: AdEvidence, language: string): string | undefined {
  if (largest === 'picture') return pictureReason('large', ad);
  if (largest === 'logo') return 'the size of the logo follows its rules';
  const parts = copyParts.filter((part) => ad.copy[part] !== '' && isMeant({ largest, language }, part, ad.copy[part]));
  if (parts.length === 0) return `the texts have no ${largest}`;
  const sizeOf = (part: (typeof copyParts)[number]): number => ad.sizes[part] ?? 0;
  const size = Math.max(...parts.map(sizeOf));
  const other = copyParts.find((part) => !parts.includes(part) && sizeOf(part) > size);
  return other === undefined ? undefined : `the ${names[other]} is larger`;
}

function isMeant({ largest, language }: { largest: string; language: string }, part: string, text: string): boolean {
  if (largest === 'date') return hasDate(text, language);
  return part === largest || (largest === 'price' && hasMoney(text));
}

const moodChecks: Partial<Record<Mood, (ad: AdEvidence, brief: Brief) => string | undefined>> = {
  typographic: ({ pictureShare, pictures }) => unless(pictures === 0 || pictureShare < largeMin, 'a picture leads'),
  night: ({ lightness }) => unless(lightness < darkMax, 'the background is light'),
  loud: (_, { look }) => unless(look?.ground !== 'quiet' || look.theme === 'dark', 'the background is quiet'),
  calm: (_, { look }) => unless(look?.ground !== 'loud', 'the background is loud'),
  minimal: (_, { look }) => unless(look?.ground !== 'loud', 'the background is loud'),
};
