import type { BrandShape } from '../../brand-kit/brand-shape.ts';
import { themesOf } from '../../brand-kit/theme.ts';
import type { Brief, GroundStyle, Tone } from '../../brief.ts';
import type { Box } from '../../box.ts';
import { noCopy } from '../../copy/drawn-copy.ts';
import type { TryOptions } from '../../first-that-passes.ts';
import type { Format } from '../../format.ts';
import { floorOf, type LayoutInput } from '../../composition.ts';
import { seededChoice } from '../../seeded.ts';
import type { TextEngine } from '../../text/engine.ts';
import { Typesetter } from '../../text/typesetter.ts';
import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import { filmRoles } from './film-roles.ts';
import type { FilmWords } from './film-words.ts';
import type { Shot } from './shot-plan.ts';

/** Everything that the shots of one film have in common. */
export interface FilmSetting {
  brief: Brief;
  words: FilmWords;
  materials: FilmMaterials;
  /** Format of the film; the safe area excludes the place of the captions. */
  format: Format;
  /** Null for a film or a shot without captions. */
  captionPlace: Box | null;
  beatSeconds: number;
  shape: BrandShape;
  /** Ground of each shot. */
  grounds: readonly GroundStyle[];
  engine: TextEngine;
  signal?: AbortSignal | undefined;
  onRejected: TryOptions<unknown>['onRejected'];
}

/** A shot and what it shows. `index` is the number of the shot in the film. */
export interface PlacedShot extends Shot {
  index: number;
  picture: FilmPicture | null;
  /** Number of earlier shots with the same picture. */
  repeats: number;
  /** Layouts of the earlier shots with the same picture. */
  usedLayouts: readonly string[];
  isEndCard: boolean;
}

export type ShotTexts = Typesetter['texts'];

const noTexts: ShotTexts = { ...noCopy, signature: '' };

export function typesetterFor(
  texts: Partial<ShotTexts>,
  { brief: { softHyphens }, words, format, engine }: Pick<FilmSetting, 'brief' | 'words' | 'format' | 'engine'>,
): Promise<Typesetter> {
  const { u } = format;
  return Typesetter.measure(engine, { ...noTexts, ...texts }, words.face, { u, language: words.language, softHyphens });
}

/** Returns the input for the layouts of a shot. The end card shows the logo, the other shots do not. */
export function shotInput(setting: FilmSetting, shot: PlacedShot, type: Typesetter): LayoutInput {
  const { brief, words, format, materials, captionPlace } = setting;
  const { index, repeats, isEndCard } = shot;
  return {
    ...pictureParts(shot),
    ...themeOf(brief),
    logo: isEndCard ? materials.logo : null,
    format,
    type,
    groundStyle: setting.grounds[index] ?? 'quiet',
    tone: brief.tone,
    noText: Object.values(type.texts).every((text) => text === ''),
    choose: (purpose, choices) => chosen(setting, index, purpose, choices),
    rtl: words.face.writingSystem.direction === 'rtl',
    attempt: 0,
    shape: setting.shape,
    index,
    repeats,
    floor: captionPlace === null ? floorOf(format) : format.safe.y + format.safe.height,
    captionPlace,
  };
}

/** A picture is either a product that is cut out, or a photo. */
function pictureParts({ picture }: PlacedShot): Pick<LayoutInput, 'photo' | 'product' | 'productPicture'> {
  if (picture === null) return { photo: null, product: null, productPicture: null };
  const { picture: open, product } = picture;
  return product === null
    ? { photo: open, product, productPicture: null }
    : { photo: null, product, productPicture: open };
}

/** Share of the films in the theme, light or dark, that the brand prefers. Technical films are dark more often. */
const preferredShare = { light: 0.8, dark: 0.9 };
const technicalLightShare = 0.45;

function themeOf({ kit, seed, tone }: Brief): Pick<LayoutInput, 'roles' | 'otherRoles'> {
  const { prefers } = kit;
  const share = tone === 'technical' && prefers === 'light' ? technicalLightShare : preferredShare[prefers];
  const { theme, otherTheme } = themesOf(prefers, seed, share);
  return { roles: filmRoles(kit[theme]), otherRoles: filmRoles(kit[otherTheme]) };
}

/** Choices that differ between the shots of a film. */
const varied: ReadonlySet<string> = new Set(['product text side', 'type anchor']);

/**
 * Successive shots get different grounds, so that every change of picture is visible. Most other choices are the same in
 * the whole film, which gives the film one style.
 */
function chosen<T>(
  { brief: { seed }, grounds }: FilmSetting,
  index: number,
  purpose: string,
  choices: readonly [T, ...T[]],
): T {
  if (varied.has(purpose)) return seededChoice(`${seed} ${index}`, purpose, choices) ?? choices[0];
  if (!purpose.endsWith('ground')) return seededChoice(seed, purpose, choices) ?? choices[0];
  const named = (style: GroundStyle | undefined) => choices.find((choice) => choice === style);
  const before = grounds[index - 1];
  return named(grounds[index]) ?? choices.find((choice) => choice !== before) ?? choices[0];
}

/** Grounds of successive shots by tone, from the first shot on. No ground follows itself. */
const rhythms: Record<Tone, readonly [GroundStyle[], ...GroundStyle[][]]> = {
  bold: [
    ['loud', 'quiet', 'loud', 'tinted'],
    ['loud', 'tinted', 'loud', 'quiet'],
  ],
  playful: [
    ['loud', 'tinted', 'loud', 'quiet'],
    ['tinted', 'loud', 'quiet', 'loud'],
  ],
  friendly: [
    ['tinted', 'loud', 'quiet', 'loud'],
    ['quiet', 'tinted', 'loud', 'tinted'],
  ],
  technical: [
    ['quiet', 'tinted', 'loud', 'quiet', 'loud'],
    ['tinted', 'quiet', 'loud', 'quiet'],
  ],
  natural: [
    ['tinted', 'quiet', 'loud', 'quiet'],
    ['quiet', 'tinted', 'quiet', 'loud'],
  ],
  elegant: [
    ['quiet', 'tinted', 'quiet', 'loud'],
    ['loud', 'quiet', 'tinted', 'quiet'],
  ],
};

/** Returns the ground of each shot. The end card has a ground that the film showed before. */
export function groundRhythm({ seed, tone }: Pick<Brief, 'seed' | 'tone'>, shots: number): GroundStyle[] {
  const cycle = seededChoice(seed, 'film grounds', rhythms[tone]) ?? rhythms[tone][0];
  const grounds = Array.from({ length: shots }, (_, at) => cycle[at % cycle.length] ?? 'quiet');
  return shots < 2 ? grounds : grounds.with(-1, lastGround(grounds.slice(0, -1)));
}

/**
 * Returns the ground of the first shot. If the shot before the end card has it too, returns another ground of the same
 * mood, if the film showed one, so that the last change of picture is visible.
 */
function lastGround(shown: readonly GroundStyle[]): GroundStyle {
  const [first = 'quiet'] = shown;
  if (first !== shown.at(-1) || first === 'loud') return first;
  return shown.find((ground) => ground !== first && ground !== 'loud') ?? first;
}
