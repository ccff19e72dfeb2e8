import type { BrandShape } from '../../brand-kit/brand-shape.ts';
import { themesOf } from '../../brand-kit/theme.ts';
import type { Brief, GroundStyle } from '../../brief.ts';
import type { Box } from '../../box.ts';
import { noCopy } from '../../copy/drawn-copy.ts';
import type { TryOptions } from '../../first-that-passes.ts';
import type { Format } from '../../format.ts';
import { floorOf, type LayoutInput } from '../../composition.ts';
import { seededChoice } from '../../seeded.ts';
import type { TextEngine } from '../../text/engine.ts';
import type { OpenPicture } from '../../photo/open.ts';
import { Typesetter } from '../../text/typesetter.ts';
import type { OpenClip } from '../clips/open-clips.ts';
import type { FilmMaterials, FilmPicture } from './film-materials.ts';
import { filmRoles } from './film-roles.ts';
import type { FilmWords } from './film-words.ts';
import type { ShotGround } from './shot-grounds.ts';
import type { Shot } from './shot-plan.ts';
import type { TextSide } from './text-side.ts';

/** Everything that the shots of one film have in common. */
export interface FilmSetting {
  brief: Brief;
  words: FilmWords;
  materials: FilmMaterials;
  clips: readonly OpenClip[];
  /** Format of the film; the safe area excludes the place of the captions. */
  format: Format;
  /** Null for a film or a shot without captions. */
  captionPlace: Box | null;
  beatSeconds: number;
  shape: BrandShape;
  engine: TextEngine;
  signal?: AbortSignal | undefined;
  onRejected: TryOptions<unknown>['onRejected'];
}

/** A shot and what it shows. `index` is the number of the shot in the film. */
export interface PlacedShot extends Shot {
  index: number;
  picture: FilmPicture | null;
  /** Clip that the shot shows. `picture` is then its still. */
  clip: OpenClip | null;
  /** Photos that may be shown next to the picture: the others of the film that fit the words as well. */
  others: readonly OpenPicture[];
  /** Number of earlier shots with the same picture. */
  repeats: number;
  /** Layouts of the earlier shots with the same picture. */
  usedLayouts: readonly string[];
  /** Layout of the shot before. */
  last: string | undefined;
  /** True if the shot must show the whole product, because the film has not yet. */
  needsWhole: boolean;
  isEndCard: boolean;
  /** Grounds in the order in which they are tried. */
  grounds: readonly ShotGround[];
  /** Side of the photo with less of its subject, where the text is. */
  textSide: TextSide;
  /** Number of the shot whose text this shot shows: its own number, or that of the shot that it continues. */
  placeIndex: number;
}

export type ShotTexts = Typesetter['texts'];

const noTexts: ShotTexts = { ...noCopy, signature: '', detail: '' };

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
  const { index, repeats, isEndCard, grounds } = shot;
  const { roles, otherRoles } = filmTheme(brief);
  return {
    ...pictureParts(shot),
    ...(grounds[0] === 'deep' ? { roles: otherRoles, otherRoles: roles } : { roles, otherRoles }),
    logo: isEndCard ? materials.logo : null,
    format,
    type,
    groundStyle: styleOf(grounds[0] ?? 'quiet'),
    tone: brief.tone,
    noText: Object.values(type.texts).every((text) => text === ''),
    language: words.language,
    largest: brief.direction.largest,
    fixedTheme: false,
    choose: (purpose, choices) => chosen(setting, shot, purpose, choices),
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
function pictureParts({
  picture,
  others,
}: PlacedShot): Pick<LayoutInput, 'photo' | 'product' | 'productPicture' | 'all'> {
  if (picture === null) return { photo: null, product: null, productPicture: null, all: [] };
  const { picture: open, product } = picture;
  return product === null
    ? { photo: open, product, productPicture: null, all: [open, ...others] }
    : { photo: null, product, productPicture: open, all: [open, ...others] };
}

/** Share of the films in the theme, light or dark, that the brand prefers. Technical films are dark more often. */
const preferredShare = { light: 0.8, dark: 0.9 };
const technicalLightShare = 0.45;

/** Returns the colours of a film, and those of the brand's other theme. */
export function filmTheme(brief: Brief): Pick<LayoutInput, 'roles' | 'otherRoles'> {
  const { kit, direction, look } = brief;
  const asked = direction.ground ?? look?.theme;
  const { theme, otherTheme } =
    asked === undefined
      ? chosenTheme(brief)
      : ({ theme: asked, otherTheme: asked === 'light' ? 'dark' : 'light' } as const);
  return { roles: filmRoles(kit[theme]), otherRoles: filmRoles(kit[otherTheme]) };
}

function chosenTheme({ kit: { prefers }, seed, tone }: Brief): ReturnType<typeof themesOf> {
  const share = tone === 'technical' && prefers === 'light' ? technicalLightShare : preferredShare[prefers];
  return themesOf(prefers, seed, share);
}

/** Choices that differ between the shots of a film. */
const varied: ReadonlySet<string> = new Set(['product text side', 'type anchor']);

/**
 * Makes a free choice of a shot. Grounds are those that were planned for the shot, and most other choices are the same
 * in the whole film, which gives it one style.
 */
function chosen<T>(
  { brief: { seed } }: FilmSetting,
  { grounds, placeIndex, textSide }: PlacedShot,
  purpose: string,
  choices: readonly [T, ...T[]],
): T {
  if (purpose === 'photo text side') return choices.find((each) => each === textSide) ?? choices[0];
  if (varied.has(purpose)) return seededChoice(`${seed} ${placeIndex}`, purpose, choices) ?? choices[0];
  if (!purpose.endsWith('ground')) return seededChoice(seed, purpose, choices) ?? choices[0];
  const styles = grounds.map(styleOf);
  return firstIn(choices, styles) ?? choices[0];
}

/** The colours of a shot with a deep ground are those of the brand's other theme. */
const styleOf = (ground: ShotGround): GroundStyle => (ground === 'deep' ? 'quiet' : ground);

const firstIn = <T>(choices: readonly T[], styles: readonly GroundStyle[]): T | undefined =>
  styles.flatMap((style) => choices.filter((choice) => choice === style))[0];
