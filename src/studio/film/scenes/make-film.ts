import type { FilmScript } from '../../../schema/film-script.ts';
import type { Brief, Copy, QualityCheck } from '../../brief.ts';
import { type Box, bottomOf, rightOf, type Size, topOf } from '../../box.ts';
import type { Layer, Scene } from '../../scene.ts';
import { type Format, formatOf } from '../../format.ts';
import { textEngine } from '../../studio.ts';
import { drawnCopy } from '../../copy/drawn-copy.ts';
import type { Judged, TryOptions } from '../../first-that-passes.ts';
import { beatGrid } from '../beats.ts';
import type { OpenClip } from '../clips/open-clips.ts';
import type { Cue } from '../captions.ts';
import { type Film, type FilmLayer, type FilmScene, framesPerSecond, type Transition } from '../film.ts';
import type { ShownShot } from '../shown-shot.ts';
import { failedOf } from '../../rules/limits.ts';
import { checkFilm } from '../rules/registry.ts';
import type { Span } from '../timeline.ts';
import { animate } from './animate.ts';
import { aboveCaptions, captionLayers, captionPlace, placeCaptions } from './captions.ts';
import { filmMaterials } from './film-materials.ts';
import { type FilmStyle, filmStyle, motionTone } from './film-style.ts';
import { filmWords } from './film-words.ts';
import type { LaidShot } from './laid-shot.ts';
import { layOutShot } from './lay-out-shot.ts';
import { areRepeated } from './repeated-text.ts';
import { groundColorOf, placedShot } from './place-shot.ts';
import type { FilmSetting } from './shot-input.ts';
import { planShots, type Shot } from './shot-plan.ts';
import { shownShot } from './shown-shots.ts';
import type { ShotContext } from './shot-context.ts';
import { clipOf, heldSeconds } from './animate.ts';
import { slowMax } from './clip-layer.ts';
import { revealSeconds } from './text-motion.ts';
import { passing, transitionFor } from './transitions.ts';

export interface FilmOptions {
  size: Size;
  seconds: number;
  /**
   * True for a film with a voice-over: there is time for the spoken words, and a place for captions. A film without a
   * voice shows the spoken words on the screen.
   */
  hasVoice?: boolean;
  /** Clips of scenes. Default: none. */
  clips?: readonly OpenClip[];
  signal?: AbortSignal;
  onRejected?: TryOptions<unknown>['onRejected'];
}

/** One scene of the script as it was filmed. */
export interface FilmedScene extends Span {
  onScreenText: string;
}

export interface MadeFilm {
  film: Film;
  scenes: FilmedScene[];
  /** Texts that are drawn as given. A text that is not drawn is `''`. */
  copy: Copy;
  hasLogo: boolean;
  /** True if a scene shows a picture other than the logo. */
  hasPicture: boolean;
  /** Returns the film with captions, which are timed by the voice. Only for a film with a voice-over. */
  withCaptions: (cues: readonly Cue[]) => Promise<MadeFilm>;
  shots: ShownShot[];
  /** Positions, in the script, of the scenes that a clip shows. */
  filmedScenes: readonly number[];
  /** Times of the captions in the picture. */
  captions: readonly Span[];
  checks: QualityCheck[];
  notes: string[];
}

/** Makes a film from a script: its layers and their motion, ready to be painted frame by frame. */
export async function makeFilm(brief: Brief, script: FilmScript, options: FilmOptions): Promise<MadeFilm> {
  const { size, seconds, hasVoice = false, signal, clips = [] } = options;
  const engine = await textEngine();
  const [words, materials] = await Promise.all([filmWords(brief, script, engine), filmMaterials(brief, size)]);
  const whole = formatOf(size);
  const hasPictures = materials.products.length + materials.photos.length > 0;
  const grid = beatGrid(brief.tone, seconds);
  const style = filmStyle(brief, hasPictures);
  const tone = motionTone(brief);
  const { cutsPerSecond } = brief.direction;
  const clipSeconds = new Map(clips.map((clip) => [clip.scene, clip.seconds * slowMax - style.transitionSeconds]));
  const plan = planShots(script, words, { grid, hasVoice, hasPictures, tone, cutsPerSecond, clipSeconds });
  const setting: FilmSetting = {
    brief,
    words,
    materials,
    clips,
    format: hasVoice ? aboveCaptions(whole) : whole,
    captionPlace: hasVoice ? captionPlace(whole) : null,
    beatSeconds: grid.secondsPerBeat,
    shape: style.shape,
    engine,
    signal,
    onRejected: options.onRejected ?? (() => undefined),
  };
  const shots = await finishedShots(plan.shots, { setting, whole, style });
  const laid = shots.map((shot) => shot.laid);
  const shown = laid.map((shot) => bare(textsIn(shot).join(''))).join('\n');
  const checks = nearestOf(shots.flatMap((shot) => shot.checks));
  const made: MadeFilm = {
    film: filmOf(shots, { style, size, seconds, rtl: words.face.writingSystem.direction === 'rtl' }),
    scenes: plan.scenes.map((span, at) => ({ ...span, onScreenText: shownIn(laid, at) })),
    withCaptions: (cues) => captioned({ ...made, checks }, cues, { setting, laid, format: whole, style }),
    copy: drawnCopy(words.copy, (part) => shown.includes(bare(words.copy[part]))),
    hasLogo: shows(laid, ['logo']),
    hasPicture: shows(laid, ['product', 'photo']),
    shots: laid.map(shownShot),
    filmedScenes: [...new Set(laid.flatMap((each) => clipOf(each)?.scene ?? []))],
    captions: [],
    checks: [...checks, ...(await checkFilm('laid', { shots: laid, captions: [] }))],
    notes: [...words.notes, ...plan.notes],
  };
  return made;
}

const shows = (laid: readonly LaidShot[], kinds: readonly Layer['kind'][]): boolean =>
  laid.some(({ scene }) => scene.layers.some(({ kind }) => kinds.includes(kind)));

const bare = (text: string): string => text.replace(/\s+/gu, '');

/** Returns the texts of a shot in the order in which they are read, without the name of the brand. */
function textsIn({ scene, shot, parts, texts }: LaidShot): string[] {
  const roles = scene.texts.map(({ role }) => role).filter((role) => role !== 'signature');
  return roles.flatMap((role) =>
    role === 'headline' && parts.length > 0 ? shot.parts.map(({ text }) => text) : [texts[role]],
  );
}

interface Captioning {
  setting: FilmSetting;
  laid: readonly LaidShot[];
  /** Format of the film with the place for captions. */
  format: Format;
  style: FilmStyle;
}

async function captioned(
  made: MadeFilm,
  cues: readonly Cue[],
  { setting, laid, format, style }: Captioning,
): Promise<MadeFilm> {
  const shown = cues
    .filter((cue) => !isShown(cue, laid))
    .map((cue) => clearOfNeighbours(cue, laid, style.transitionSeconds));
  const captions = await placeCaptions(setting, format, shown);
  return {
    ...made,
    film: { ...made.film, overlays: await captionLayers(captions, setting.engine) },
    captions: shown,
    checks: [...made.checks, ...(await checkFilm('laid', { shots: laid, captions }))],
  };
}

/** Reports whether the shot shows the words of a caption in larger type, so that the caption is not needed. */
function isShown({ startSeconds, endSeconds, text }: Cue, laid: readonly LaidShot[]): boolean {
  const middle = (startSeconds + endSeconds) / 2;
  const current = laid.find(({ shot }) => middle >= shot.startSeconds && middle < shot.endSeconds);
  if (current === undefined) return false;
  const { scene, shot, texts } = current;
  const stays = scene.texts.filter(({ role }) => role !== 'headline').map(({ role }) => texts[role]);
  return shot.saysItself || areRepeated([text], [...stays, ...shot.parts.map((part) => part.text)].join(' '));
}

/**
 * Shortens the time of a caption so that it is not visible in a neighbouring shot without captions. The text of such a
 * shot may stand in the place of the captions.
 */
function clearOfNeighbours(cue: Cue, laid: readonly LaidShot[], transitionSeconds: number): Cue {
  const quiet = laid.map(({ shot }) => shot).filter(({ saysItself }) => saysItself);
  const before = quiet.findLast(({ endSeconds }) => endSeconds <= cue.startSeconds + 0.1);
  const after = quiet.find(({ startSeconds }) => startSeconds > cue.startSeconds);
  return {
    ...cue,
    startSeconds: Math.max(cue.startSeconds, (before?.endSeconds ?? -transitionSeconds) + transitionSeconds),
    endSeconds: Math.min(cue.endSeconds, after?.startSeconds ?? cue.endSeconds),
  };
}

const shownIn = (laid: readonly LaidShot[], scene: number): string =>
  laid
    .filter(({ shot }) => shot.scene === scene && !shot.isHeld)
    .flatMap(textsIn)
    .join(' ');

interface FinishedShot {
  laid: LaidShot;
  layers: FilmLayer[];
  checks: QualityCheck[];
}

interface Making {
  setting: FilmSetting;
  /** Format of the film with the place for captions. */
  whole: Format;
  style: FilmStyle;
}

async function finishedShots(shots: readonly Shot[], making: Making): Promise<FinishedShot[]> {
  const finished: FinishedShot[] = [];
  for (const [index, shot] of shots.entries()) {
    const setting = settingOf(shot, making);
    const earlier = finished.map(({ laid }) => ({
      shot: laid.shot,
      layout: laid.scene.layout,
      ground: groundColorOf(laid.scene),
    }));
    const placed = placedShot(shot, { setting, shots, earlier });
    const around = { before: shots[index - 1], next: shots[index + 1] };
    const { made, checks } = await layOutShot(setting, placed, (laid) =>
      moving(laid, { ...making, setting, ...around }),
    );
    finished.push({ ...made, checks });
    await placed.clip?.player.close();
  }
  return finished;
}

/**
 * Returns the setting for a shot. A shot that shows its spoken words needs no captions, so its layout may use the place
 * of the captions.
 */
function settingOf({ saysItself }: Shot, { setting, whole }: Making): FilmSetting {
  return saysItself ? { ...setting, format: whole, captionPlace: null } : setting;
}

/** Animates a shot. If nothing moves visibly for too long, the texts of the shot move slowly too. */
async function moving(
  laid: LaidShot,
  { setting, style, before, next }: Pick<Making, 'setting' | 'style'> & Neighbours,
): Promise<Judged<Omit<FinishedShot, 'checks'>>> {
  const { shot } = laid;
  const seconds = shot.endSeconds - shot.startSeconds;
  const rtl = setting.words.face.writingSystem.direction === 'rtl';
  const isFirst = shot.index === 0;
  const words = wordsBox(laid.scene);
  const passed = (from: Shot | undefined, to: Shot) =>
    passing(transitionInto(to, { style, size: setting.format, rtl, before: from }), words, setting.format);
  const stage: ShotContext = {
    ...{ style, engine: setting.engine, breaker: setting.words.breaker, u: setting.format.u, seconds, rtl },
    beatSeconds: setting.beatSeconds,
    visibleSeconds: seconds + (next === undefined ? 0 : transitionSeconds(style, shot, next)),
    cue: isFirst || shot.isHeld ? -arrivalSecondsMax : 0,
    textCue: shot.isHeld ? -heldSeconds : textCueAfter(isFirst ? 0 : passed(before, shot).covered),
    textsEnd:
      next === undefined || transitionSeconds(style, shot, next) === 0 ? null : seconds + passed(shot, next).touched,
  };
  const { engine, format } = setting;
  const animated = async (creeps?: boolean) => {
    const moved = await animate(laid, stage, creeps);
    return { moved, checks: await checkFilm('animated', { format, shot: moved, seconds }) };
  };
  const first = await animated();
  const { moved, checks } = failedOf(first.checks).length === 0 ? first : await animated(true);
  const motion = await checkFilm('moved', { engine, format, shot: moved, seconds });
  return { made: { laid, layers: [...moved.pictures, ...moved.texts] }, checks: [...checks, ...motion] };
}

/** After a cut, and in the first frame, which may become the cover, the first word is whole at once. */
const textCueAfter = (seconds: number): number => (seconds === 0 ? -revealSeconds : seconds);

/** Returns the box around all texts of a scene. */
function wordsBox({ texts }: Scene): Box {
  const boxes = texts.map(({ box }) => box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), topOf(boxes)];
  return boxes.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x, y, width: rightOf(boxes) - x, height: bottomOf(boxes) - y };
}

/**
 * Longer than any shape takes to arrive, in seconds. In the first shot, the shapes have arrived before the film starts,
 * because its first frame may become the cover. Under a text that stays at a cut, they would meet it on their way.
 */
const arrivalSecondsMax = 3;

/** The shots before and after a shot. */
interface Neighbours {
  before: Shot | undefined;
  next: Shot | undefined;
}

/**
 * Shots of one scene follow each other by cuts, and so do clips: a transition would decode two of them at once. Other
 * scenes follow each other by the transition of the film.
 */
function transitionSeconds(style: FilmStyle, before: Shot | undefined, { scene, isFilmed }: Shot): number {
  const isCut = style.transition === 'cut' || before?.scene === scene || (before?.isFilmed === true && isFilmed);
  return isCut ? 0 : style.transitionSeconds;
}

interface Change {
  style: FilmStyle;
  size: Size;
  rtl: boolean;
  before: Shot | undefined;
}

function transitionInto(shot: Shot, { style, size, rtl, before }: Change): Transition {
  const seconds = transitionSeconds(style, before, shot);
  const center = [size.width / 2, size.height / 2] as const;
  return transitionFor(style, { size, frames: Math.round(seconds * framesPerSecond), rtl, center });
}

interface Assembly {
  style: FilmStyle;
  size: Size;
  seconds: number;
  rtl: boolean;
}

function filmOf(shots: readonly FinishedShot[], { style, size, seconds, rtl }: Assembly): Film {
  const frames = Math.round(seconds * framesPerSecond);
  const starts = shots.map(({ laid }, at) => (at === 0 ? 0 : Math.round(laid.shot.startSeconds * framesPerSecond)));
  const scenes = shots.map(({ layers }, at): FilmScene => ({
    startFrame: starts[at] ?? 0,
    endFrame: starts[at + 1] ?? frames,
    layers,
  }));
  const transitions = shots
    .slice(1)
    .map(({ laid }, at) => transitionInto(laid.shot, { style, size, rtl, before: shots[at]?.laid.shot }));
  return { ...size, framesPerSecond, frames, scenes, transitions, overlays: [] };
}

/** Returns one check of each name: the one whose value is nearest to its limit. */
function nearestOf(all: readonly QualityCheck[]): QualityCheck[] {
  const distance = ({ value, limit }: QualityCheck) => Math.abs(value - limit) / Math.max(1, Math.abs(limit));
  const byName = Map.groupBy(all, ({ check }) => check);
  return Array.from(byName.values(), (same) =>
    same.reduce((best, next) => (distance(next) < distance(best) ? next : best)),
  );
}
