import type { FilmScript } from '../../../schema/film-script.ts';
import type { Brief, Copy, QualityCheck } from '../../brief.ts';
import type { Size } from '../../box.ts';
import { formatOf } from '../../format.ts';
import { textEngine } from '../../studio.ts';
import { beatGrid } from '../beats.ts';
import { captionCues } from '../caption-cues.ts';
import type { Cue } from '../captions.ts';
import type { Film, FilmLayer, FilmScene } from '../film.ts';
import type { Span } from '../timeline.ts';
import { QualityGateError } from '../../quality-gate-error.ts';
import { animate } from './animate.ts';
import { aboveCaptions, captionLayers, captionPlace, checkCaptions, placeCaptions } from './captions.ts';
import { filmMaterials } from './film-materials.ts';
import { type FilmStyle, filmStyle } from './film-style.ts';
import { filmWords } from './film-words.ts';
import { type Judged, type LaidShot, layOutShot } from './lay-out-shot.ts';
import { pictureFor } from './picture-choice.ts';
import { checkInMotion } from './shot-checks.ts';
import { type FilmSetting, groundRhythm } from './shot-input.ts';
import { planShots, readability, type SceneSpeech, type Shot, speechAir } from './shot-plan.ts';
import { transitionFor } from './transitions.ts';

export interface FilmOptions {
  size: Size;
  seconds: number;
  /** Spoken words, one entry for each scene of the script; absent for a film without a voice. */
  speech?: readonly SceneSpeech[];
  signal?: AbortSignal;
  /** Called for every layout that is rejected, with the quality checks that failed. */
  onRejected?: (layout: string, failed: QualityCheck[]) => void;
}

/** One scene of the script as it was filmed. */
export interface FilmedScene extends Span {
  /** Time at which the speech of the scene starts, in seconds since the start of the film. */
  speechStartSeconds: number;
  onScreenText: string;
}

export interface MadeFilm {
  film: Film;
  scenes: FilmedScene[];
  /** Texts that are drawn as given; `''` where there is none. */
  copy: Copy;
  hasLogo: boolean;
  /** Captions; none for a film without a voice. */
  captions: Cue[];
  /** Name of the layout of each shot. */
  shots: string[];
  checks: QualityCheck[];
  notes: string[];
}

const framesPerSecond = 30;

/** Makes a film from a script: its layers and their motion, ready to be painted frame by frame. */
export async function makeFilm(brief: Brief, script: FilmScript, options: FilmOptions): Promise<MadeFilm> {
  const { size, seconds, speech, signal } = options;
  const engine = await textEngine();
  const [words, materials] = await Promise.all([filmWords(brief, script, engine), filmMaterials(brief, size)]);
  const whole = formatOf(size);
  const hasPictures = materials.products.length + materials.photos.length > 0;
  const grid = beatGrid(brief.tone, seconds);
  const plan = planShots(script, words, { grid, speech, hasPictures });
  const setting: FilmSetting = {
    brief,
    words,
    materials,
    format: speech === undefined ? whole : aboveCaptions(whole),
    hasCaptions: speech !== undefined,
    captionPlace: speech === undefined ? { x: 0, y: 0, width: 0, height: 0 } : captionPlace(whole),
    beatSeconds: grid.secondsPerBeat,
    grounds: groundRhythm(brief, plan.shots.length),
    engine,
    onRejected: options.onRejected ?? (() => undefined),
  };
  const style = filmStyle(brief.tone, brief.seed);
  const shots = await finishedShots(plan.shots, { setting, style, signal });
  const spans = plan.scenes.map((span, at) => ({
    ...span,
    speechStartSeconds: span.startSeconds + speechAir,
    onScreenText: shownIn(plan.shots, at),
  }));
  const cues = await captionCues(spokenTexts(speech ?? [], spans, words.drawn), words.language);
  const captions = await placeCaptions(setting, whole, cues);
  const layers = await Promise.all(captions.map((caption) => captionLayers(caption, setting)));
  const film = filmOf(shots, { style, size, seconds, rtl: words.face.writingSystem.direction === 'rtl' });
  return {
    film: { ...film, overlays: layers.flatMap(({ plate, lines }) => [plate, ...lines]) },
    scenes: spans,
    captions: cues,
    copy: words.copy,
    hasLogo: shots.some(({ laid }) => laid.scene.layers.some(({ kind }) => kind === 'logo')),
    shots: shots.map(({ laid }) => laid.scene.layout),
    checks: [
      ...nearestOf(shots.flatMap(({ checks }) => checks)),
      readingCheck(shots.map(({ laid }) => laid)),
      ...checkCaptions(captions, shots.map(({ laid }) => laid)),
    ],
    notes: [...words.notes, ...plan.notes],
  };
}

/** Returns the spoken sentences with their times in the film. */
function spokenTexts(speech: readonly SceneSpeech[], scenes: readonly FilmedScene[], drawn: (text: string) => string) {
  return speech.flatMap(({ sentences }, at) =>
    sentences.map(({ text, startSeconds, endSeconds }) => {
      const start = scenes[at]?.speechStartSeconds ?? 0;
      return { text: drawn(text), startSeconds: start + startSeconds, endSeconds: start + endSeconds };
    }),
  );
}

const shownIn = (shots: readonly Shot[], scene: number): string =>
  shots
    .filter((shot) => shot.scene === scene)
    .flatMap(({ parts }) => parts.map(({ text }) => text))
    .join(' ');

interface FinishedShot {
  laid: LaidShot;
  layers: FilmLayer[];
  checks: QualityCheck[];
}

interface Making {
  setting: FilmSetting;
  style: FilmStyle;
  signal: AbortSignal | undefined;
}

async function finishedShots(shots: readonly Shot[], { setting, style, signal }: Making): Promise<FinishedShot[]> {
  const finished: FinishedShot[] = [];
  for (const [index, shot] of shots.entries()) {
    signal?.throwIfAborted();
    const earlier = finished.map(({ laid }) => ({ shot: laid.shot, layout: laid.scene.layout }));
    const placed = {
      ...shot,
      index,
      isEndCard: index === shots.length - 1,
      ...pictureFor(shot, setting.materials, earlier),
    };
    const judged = await layOutShot(setting, placed, (laid) => moving(laid, { setting, style }));
    if (judged === null) throw new QualityGateError([]);
    finished.push({ ...judged.made, checks: judged.checks });
  }
  return finished;
}

async function moving(
  laid: LaidShot,
  { setting, style }: Pick<Making, 'setting' | 'style'>,
): Promise<Judged<Omit<FinishedShot, 'checks'>>> {
  const { startSeconds, endSeconds, index } = laid.shot;
  const { pictures, texts, measured } = await animate(laid, {
    style,
    engine: setting.engine,
    u: setting.format.u,
    rtl: setting.words.face.writingSystem.direction === 'rtl',
    seconds: endSeconds - startSeconds,
    beatSeconds: setting.beatSeconds,
    cue: cueOf(style, index),
  });
  const check = await checkInMotion(setting, pictures, measured);
  return { made: { laid, layers: [...pictures, ...texts] }, checks: check === null ? [] : [check] };
}

/** Things arrive while the transition into the shot ends. In the first frame of the film, they are on their way. */
function cueOf({ transition, transitionSeconds }: FilmStyle, index: number): number {
  if (index === 0) return -0.3;
  return transition === 'cut' ? 0 : transitionSeconds * 0.35;
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
  const center = [size.width / 2, size.height / 2] as const;
  const transitions = scenes.slice(1).map(() => transitionFor(style, { size, framesPerSecond, rtl, center }));
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

function readingCheck(shots: readonly LaidShot[]): QualityCheck {
  const value = Math.min(...shots.flatMap(({ shot }) => shot.parts.map(readability)), 10);
  return { check: 'reading_time', value: Math.round(value * 100) / 100, limit: 1, passed: value >= 0.999 };
}
