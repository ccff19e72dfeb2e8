import type { FilmScript, SceneRole, SceneSubject } from '../../../schema/film-script.ts';
import { wordCount } from '../../text/count.ts';
import type { BeatGrid } from '../beats.ts';
import { onBeats, sceneSpans, type Span } from '../timeline.ts';
import type { FilmWords, SceneWords } from './film-words.ts';
import { readingSeconds } from './on-screen-text.ts';

/** Spoken words of one scene. Times are in seconds since the start of the speech. */
export interface SceneSpeech {
  seconds: number;
  sentences: { text: string; startSeconds: number; endSeconds: number }[];
}

/** A text that is shown alone for a part of a shot. Times are in seconds since the start of the film. */
export interface ShownPart extends Span {
  text: string;
}

/** A part of a film without a change of picture. A scene of the script has one shot or several. */
export interface Shot extends Span {
  /** Position of the scene in the script. */
  scene: number;
  role: SceneRole;
  subject: SceneSubject;
  parts: ShownPart[];
}

/** Silence before and after the speech of a scene, in seconds. */
export const speechAir = 0.25;
/** Shots that are longer than this number of seconds are divided, if there is something else to show. */
const shotSecondsMax = 4.3;

export interface PlannedFilm {
  /** Time of each scene of the script. */
  scenes: Span[];
  shots: Shot[];
  notes: string[];
}

export interface PlanOptions {
  grid: BeatGrid;
  /** One entry for each scene of the script; absent for a film without a voice. */
  speech: readonly SceneSpeech[] | undefined;
  /** Whether the film has pictures, so that a long scene can show several. */
  hasPictures: boolean;
}

/** Decides what is shown when: the time of each scene, its shots, and the texts of each shot. */
export function planShots(script: FilmScript, words: FilmWords, options: PlanOptions): PlannedFilm {
  const { grid, speech } = options;
  const { texts, isCut } = chosenTexts(script, words, options);
  const needs = script.scenes.map(({ seconds }, at) => ({
    planned: seconds,
    needed: Math.max(readingOf(texts[at] ?? []), speech === undefined ? 0 : spokenSeconds(speech[at])),
  }));
  const scenes = sceneSpans(grid, needs);
  const shots = script.scenes.flatMap(({ role, subject }, scene): Shot[] => {
    const span = scenes[scene] ?? { startSeconds: 0, endSeconds: 0 };
    return shotsIn(span, texts[scene] ?? [], options).map((shot) => ({ ...shot, scene, role, subject }));
  });
  return { scenes, shots, notes: isCut ? ['Some words of the script are not shown: there is no time to read them.'] : [] };
}

const spokenSeconds = (speech: SceneSpeech | undefined): number =>
  speech === undefined || speech.seconds === 0 ? 0 : speech.seconds + 2 * speechAir;

const readingOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + readingSeconds(part), 0);

/**
 * A film without a voice shows the spoken words of a scene instead, if there is time to read them. Otherwise the scene
 * shows its short text, and at last only as much of it as can be read.
 */
function chosenTexts(
  script: FilmScript,
  { scenes }: FilmWords,
  { grid, speech }: PlanOptions,
): { texts: string[][]; isCut: boolean } {
  const available = grid.beats * grid.secondsPerBeat;
  // A scene may be up to a beat longer than its text needs, because scenes change on beats.
  const secondsOf = (parts: readonly string[]) => Math.max(2, readingOf(parts) + grid.secondsPerBeat / 2);
  const isFull = (texts: readonly string[][]) => texts.reduce((sum, parts) => sum + secondsOf(parts), 0) > available;
  const texts = scenes.map(({ onScreen, spoken }) => (speech === undefined && spoken.length > 0 ? spoken : onScreen));
  const byExcess = scenes
    .map((words, at) => ({ at, excess: readingOf(texts[at] ?? []) - readingOf(shortOf(words)) }))
    .sort((a, b) => b.excess - a.excess);
  for (const { at } of byExcess) if (isFull(texts)) texts.splice(at, 1, shortOf(scenes[at]));
  const isCut = isFull(texts);
  if (!isCut) return { texts, isCut };
  return { texts: shortened(texts, script, available), isCut };
}

const shortOf = (words: SceneWords | undefined): string[] =>
  words === undefined ? [] : words.onScreen.length > 0 ? words.onScreen : words.spoken;

/** Each scene keeps its first part, and more parts as long as its share of the film allows. */
function shortened(texts: readonly string[][], { scenes }: FilmScript, available: number): string[][] {
  const planned = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  return texts.map((parts, at) => {
    const share = ((scenes[at]?.seconds ?? 0) / planned) * available;
    const kept = parts.filter((_, i) => i === 0 || readingOf(parts.slice(0, i + 1)) <= share);
    return kept;
  });
}

function shotsIn(span: Span, texts: readonly string[], { grid, hasPictures }: PlanOptions): (Span & { parts: ShownPart[] })[] {
  const length = span.endSeconds - span.startSeconds;
  const wanted = length <= shotSecondsMax ? 1 : Math.ceil(length / shotSecondsMax);
  const count = texts.length >= 2 ? Math.min(wanted, texts.length) : hasPictures ? wanted : 1;
  if (texts.length < 2 || count === 1) {
    const spans = onBeats(grid, span, count);
    return spans.map((shot, at) => ({ ...shot, parts: at === 0 ? timed(texts, shot) : [] }));
  }
  return grouped(texts, count, span, grid).map(({ group, shot }) => ({ ...shot, parts: timed(group, shot) }));
}

/** Divides texts into shots so that each shot has about the same time to read. */
function grouped(
  texts: readonly string[],
  count: number,
  span: Span,
  { secondsPerBeat }: BeatGrid,
): { group: string[]; shot: Span }[] {
  const size = Math.ceil(texts.length / count);
  const groups = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  );
  const all = readingOf(texts);
  const onBeat = (seconds: number) => Math.round(seconds / secondsPerBeat) * secondsPerBeat;
  let read = 0;
  let start = span.startSeconds;
  return groups.map((group, at) => {
    read += readingOf(group);
    const isLast = at === groups.length - 1;
    const end = isLast
      ? span.endSeconds
      : onBeat(span.startSeconds + ((span.endSeconds - span.startSeconds) * read) / all);
    const shot = { startSeconds: start, endSeconds: end };
    start = end;
    return { group, shot };
  });
}

/** Gives each text a share of the time that fits its number of words. */
function timed(texts: readonly string[], { startSeconds, endSeconds }: Span): ShownPart[] {
  const all = readingOf(texts);
  let read = 0;
  return texts.map((text) => {
    const start = startSeconds + ((endSeconds - startSeconds) * read) / all;
    read += readingSeconds(text);
    const end = startSeconds + ((endSeconds - startSeconds) * read) / all;
    return { text, startSeconds: start, endSeconds: end };
  });
}

/** Returns how many times the needed time a text is shown. 1 or more is enough. */
export function readability({ text, startSeconds, endSeconds }: ShownPart): number {
  return wordCount(text) === 0 ? Infinity : (endSeconds - startSeconds) / readingSeconds(text);
}
