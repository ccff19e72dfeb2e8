import type { Scene } from '../../scene.ts';
import type { OpenClip } from '../clips/open-clips.ts';
import { filmTheme, type FilmSetting, type PlacedShot } from './shot-input.ts';
import type { FilmPicture } from './film-materials.ts';
import { type Chosen, pictureFor } from './picture-choice.ts';
import type { FilmWords } from './film-words.ts';
import { groundsFor, type ShotGround } from './shot-grounds.ts';
import type { Shot } from './shot-plan.ts';
import { textSideOf } from './text-side.ts';
import { showsWhole } from './storyboard.ts';

export interface Placing {
  setting: Pick<FilmSetting, 'brief' | 'materials' | 'clips' | 'format' | 'words'>;
  /** All shots of the film. */
  shots: readonly Shot[];
  /** Earlier shots with their layouts. */
  earlier: readonly { shot: PlacedShot; layout: string; ground: string | undefined }[];
}

/** Decides what a shot shows and how it differs from the earlier ones: its picture, its grounds, and its framing. */
export function placedShot(shot: Shot, { setting, shots, earlier }: Placing): PlacedShot {
  const { brief, materials, clips } = setting;
  const index = earlier.length;
  const isEndCard = index === shots.length - 1;
  const clip = clipFor(shot, clips);
  const sceneTexts = textsOf(setting.words);
  const shown = clip === null ? pictureFor(shot, { materials, earlier, sceneTexts }) : stillOf(clip, materials.photos);
  const last = earlier.at(-1);
  return {
    ...shot,
    ...shown,
    clip,
    index,
    isEndCard,
    last: last?.layout,
    needsWhole: (index === 0 || isLastForWhole(shots, index)) && !earlier.some(({ layout }) => showsWhole(layout)),
    grounds: groundsFor(
      { product: shown.picture?.product ?? null, isEndCard, before: groundsOf(earlier), lastColor: last?.ground },
      { ...brief, ...filmTheme(brief), asked: brief.direction.ground },
    ),
    ...(shot.isHeld && last !== undefined
      ? { textSide: last.shot.textSide, placeIndex: last.shot.placeIndex }
      : { textSide: textSideOf(shown.picture, setting), placeIndex: index }),
  };
}

/** Returns the words of each scene. */
const textsOf = ({ scenes }: FilmWords): string[] =>
  scenes.map(({ onScreen, spoken }) => [...onScreen, ...spoken].join(' '));

const clipFor = ({ isFilmed, scene }: Shot, clips: readonly OpenClip[]): OpenClip | null =>
  (isFilmed ? clips.find((clip) => clip.scene === scene) : undefined) ?? null;

/** Returns the still of a clip as the picture of a shot. No other shot has this picture. */
const stillOf = ({ still }: OpenClip, photos: readonly FilmPicture[]): Chosen => ({
  picture: { picture: still, product: null },
  others: photos.map(({ picture }) => picture),
  repeats: 0,
  usedLayouts: [],
});

const groundsOf = (earlier: Placing['earlier']): ShotGround[] => earlier.map(({ shot }) => shot.grounds[0] ?? 'quiet');

/** Returns the colour of the ground of a scene, or undefined if a photo covers the canvas. */
export function groundColorOf({ layers: [ground] }: Scene): string | undefined {
  if (ground?.kind === 'gradient') return ground.from;
  return ground?.kind === 'fill' ? ground.color : undefined;
}

/** Minimum time for which the whole product is shown, in seconds. */
const wholeSecondsMin = 1;

/**
 * Reports whether a shot is the last one in the first half of the film that is long enough to show the whole product.
 */
function isLastForWhole(shots: readonly Shot[], index: number): boolean {
  const middle = (shots.at(-1)?.endSeconds ?? 0) / 2;
  const isFit = ({ startSeconds, endSeconds }: Shot) =>
    startSeconds < middle - wholeSecondsMin && endSeconds - startSeconds >= wholeSecondsMin;
  return index === shots.findLastIndex(isFit);
}
