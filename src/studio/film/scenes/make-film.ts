import type { FilmScript } from '../../../schema/film-script.ts';
import type { Brief, Copy, QualityCheck } from '../../brief.ts';
import type { Size } from '../../box.ts';
import { formatOf } from '../../format.ts';
import { textEngine } from '../../studio.ts';
import { beatGrid } from '../beats.ts';
import type { Film, FilmScene } from '../film.ts';
import type { Span } from '../timeline.ts';
import { animate } from './animate.ts';
import { filmMaterials } from './film-materials.ts';
import { type FilmStyle, filmStyle } from './film-style.ts';
import { filmWords } from './film-words.ts';
import { type LaidShot, layOutShot } from './lay-out-shot.ts';
import { pictureFor } from './picture-choice.ts';
import type { FilmSetting } from './shot-input.ts';
import { planShots, readability, type SceneSpeech, speechAir } from './shot-plan.ts';
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
  /** Name of the layout of each shot. */
  shots: string[];
  checks: QualityCheck[];
  notes: string[];
}

const framesPerSecond = 30;

/** Makes a film from a script: its layers and their motion, ready to be painted frame by frame. */
export async function makeFilm(brief: Brief, script: FilmScript, options: FilmOptions): Promise<MadeFilm> {
  const { size, seconds } = options;
  const engine = await textEngine();
  const [words, materials] = await Promise.all([filmWords(brief, script, engine), filmMaterials(brief, size)]);
  const format = formatOf(size);
  const hasCaptions = options.speech !== undefined;
  const setting: FilmSetting = { brief, words, materials, format, hasCaptions, engine, onRejected: options.onRejected ?? (() => undefined) };
  const hasPictures = materials.products.length + materials.photos.length > 0;
  const plan = planShots(script, words, {
    grid: beatGrid(brief.tone, seconds),
    speech: options.speech,
    hasPictures,
  });
  const laid: LaidShot[] = [];
  for (const [index, shot] of plan.shots.entries()) {
    options.signal?.throwIfAborted();
    const chosen = pictureFor(shot, materials, laid.map((each) => each.shot));
    const isEndCard = index === plan.shots.length - 1;
    const made = await layOutShot(setting, { ...shot, index, isEndCard, ...chosen });
    if (made !== null) laid.push(made);
  }
  const style = filmStyle(brief.tone, brief.seed);
  const film = await filmOf(laid, { setting, style, size, seconds });
  return {
    film,
    scenes: plan.scenes.map((span, at) => ({
      ...span,
      speechStartSeconds: span.startSeconds + speechAir,
      onScreenText: plan.shots
        .filter(({ scene }) => scene === at)
        .flatMap(({ parts }) => parts.map(({ text }) => text))
        .join(' '),
    })),
    copy: words.copy,
    hasLogo: laid.some(({ scene }) => scene.layers.some(({ kind }) => kind === 'logo')),
    shots: laid.map(({ scene }) => scene.layout),
    checks: checksOf(laid),
    notes: [...words.notes, ...plan.notes],
  };
}

interface Assembly {
  setting: FilmSetting;
  style: FilmStyle;
  size: Size;
  seconds: number;
}

async function filmOf(laid: readonly LaidShot[], { setting, style, size, seconds }: Assembly): Promise<Film> {
  const { format, engine, words } = setting;
  const rtl = words.face.writingSystem.direction === 'rtl';
  const frames = Math.round(seconds * framesPerSecond);
  const frameAt = (time: number) => Math.round(time * framesPerSecond);
  const scenes: FilmScene[] = [];
  for (const [at, each] of laid.entries()) {
    const { startSeconds, endSeconds } = each.shot;
    const cue = at === 0 ? -0.3 : style.transition === 'cut' ? 0 : style.transitionSeconds * 0.35;
    const layers = await animate(each, { style, engine, u: format.u, rtl, seconds: endSeconds - startSeconds, cue });
    scenes.push({ startFrame: at === 0 ? 0 : frameAt(startSeconds), endFrame: at === laid.length - 1 ? frames : frameAt(endSeconds), layers });
  }
  const center = [size.width / 2, size.height / 2] as const;
  const transitions = scenes.slice(1).map(() => transitionFor(style, { size, framesPerSecond, rtl, center }));
  return { ...size, framesPerSecond, frames, scenes, transitions, overlays: [] };
}

function checksOf(laid: readonly LaidShot[]): QualityCheck[] {
  const all = laid.flatMap(({ checks }) => checks);
  const tight = (each: QualityCheck) => Math.abs(each.value - each.limit) / Math.max(1, Math.abs(each.limit));
  const names = [...new Set(all.map(({ check }) => check))];
  const nearest = names.flatMap((name) => all.filter(({ check }) => check === name).sort((a, b) => tight(a) - tight(b)).slice(0, 1));
  const readable = Math.min(...laid.flatMap(({ shot }) => shot.parts.map(readability)), 10);
  return [...nearest, { check: 'reading_time', value: Math.round(readable * 100) / 100, limit: 1, passed: readable >= 0.999 }];
}
