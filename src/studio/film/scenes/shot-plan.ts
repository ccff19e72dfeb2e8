import type { FilmScript, SceneRole, SceneSubject, ScriptScene } from '../../../schema/film-script.ts';
import { voicedSeconds } from '../../sound/voice/pace.ts';
import { wordCount } from '../../text/count.ts';
import type { BeatGrid } from '../beats.ts';
import { beatsNeeded, divided, sceneSecondsMin, sceneSpans, type Span } from '../timeline.ts';
import type { FilmWords, SceneWords } from './film-words.ts';
import { bareWords, withoutRepeated } from './repeated-text.ts';
import { endsSentence, readingSeconds } from './on-screen-text.ts';

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
  /** True if the text of the shot has all words of the voice-over. Captions would repeat them. */
  saysItself: boolean;
}

/** Shots that are longer than this number of seconds are divided, if there is something else to show. */
const shotSecondsMax = 3.6;

export interface PlannedFilm {
  /** Time of each scene of the script. */
  scenes: Span[];
  shots: Shot[];
  notes: string[];
}

export interface PlanOptions {
  grid: BeatGrid;
  hasVoice: boolean;
  /** True if the film has pictures. A long scene then shows several of them. */
  hasPictures: boolean;
}

/** Decides what is shown when: the time of each scene, its shots, and the texts of each shot. */
export function planShots(script: FilmScript, words: FilmWords, given: PlanOptions): PlannedFilm {
  const onBeats = chosenTexts(script, words, given);
  // If texts had to be shortened, shots may also change between two beats, which leaves more time for texts.
  const options = onBeats.isCut ? { ...given, grid: halved(given.grid) } : given;
  const { texts, isCut } = onBeats.isCut ? chosenTexts(script, words, options) : onBeats;
  const { grid } = options;
  const needs = script.scenes.map((scene, at) => ({
    planned: scene.seconds,
    needed: Math.max(readingOf(texts[at] ?? []), voiceSeconds(scene, script.language, options)),
  }));
  const scenes = sceneSpans(grid, needs);
  const shots = script.scenes.flatMap(({ role, subject }, scene): Shot[] => {
    const span = scenes[scene] ?? { startSeconds: 0, endSeconds: 0 };
    // An offer is not divided into shots with several pictures, because each shot would show the same price.
    const hasPictures = options.hasPictures && role !== 'offer';
    const timed = shotsIn(span, texts[scene] ?? [], { ...options, hasPictures });
    const saysItself = timed.length === 1 && isSpokenText(texts[scene] ?? [], words.scenes[scene]);
    return timed.map((shot) => ({ ...shot, scene, role, subject, saysItself }));
  });
  return {
    scenes,
    shots,
    notes: isCut ? ['Some words of the script are not shown: there is no time to read them.'] : [],
  };
}

const halved = (grid: BeatGrid): BeatGrid => ({
  ...grid,
  beats: grid.beats * 2,
  secondsPerBeat: grid.secondsPerBeat / 2,
});

/** Returns about how many seconds the voice needs for a scene; 0 in a film without a voice. */
const voiceSeconds = ({ voiceover }: ScriptScene, language: string, { hasVoice }: PlanOptions): number =>
  hasVoice ? voicedSeconds(voiceover, language) : 0;

/** Time in seconds that a text takes to appear and disappear. The text cannot be read during this time. */
export const changeSeconds = 0.35;

const shownSeconds = (text: string): number => readingSeconds(text) + changeSeconds;

const readingOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + shownSeconds(part), 0);

/**
 * Chooses the texts that each scene shows. A film without a voice shows the spoken words of a scene if there is time to
 * read them. Otherwise the scene shows its short text or, if there is no time for all of it, only a part. `isCut` is
 * true if a text was shortened or left out.
 */
function chosenTexts(
  script: FilmScript,
  filmWords: FilmWords,
  options: PlanOptions,
): { texts: string[][]; isCut: boolean } {
  const { scenes } = filmWords;
  const { grid, hasVoice } = options;
  const voice = script.scenes.map((scene) => voiceSeconds(scene, script.language, options));
  const isFull = (texts: readonly string[][]) => {
    const beats = beatsNeeded(
      grid,
      texts.map((parts, at) => ({ needed: Math.max(readingOf(parts), voice[at] ?? 0) })),
    );
    return beats.reduce((sum, count) => sum + count, 0) > grid.beats;
  };
  const isLast = (at: number) => at === scenes.length - 1;
  const texts = scenes.map((words, at) => {
    // The end card shows the call to action and an offer shows its price, so both show their short text.
    const isBrief = hasVoice || isLast(at) || script.scenes[at]?.role === 'offer' || !saysMore(words);
    return withoutRepeated(
      isBrief ? words.onScreen : words.spoken,
      fixedTexts(script.scenes[at]?.role, filmWords, isLast(at)),
    );
  });
  const byExcess = scenes
    .map((words, at) => ({ at, excess: readingOf(texts[at] ?? []) - readingOf(shortOf(words)) }))
    .sort((a, b) => b.excess - a.excess);
  for (const { at } of byExcess)
    if (isFull(texts) && !isLast(at))
      texts.splice(at, 1, withoutRepeated(shortOf(scenes[at]), fixedTexts(script.scenes[at]?.role, filmWords, false)));
  // A scene lasts at least `sceneSecondsMin` and as long as its speech, so shorter texts save only the time beyond
  // that.
  const excess = (at: number) => readingOf(texts[at] ?? []) - Math.max(sceneSecondsMin, voice[at] ?? 0);
  let isCut = false;
  while (isFull(texts)) {
    const longest = texts.reduce((best, _, at) => (excess(at) > excess(best) ? at : best), 0);
    if (excess(longest) <= 0) break;
    texts.splice(longest, 1, shortened(texts[longest] ?? [], longest === 0));
    isCut = true;
  }
  return { texts, isCut };
}

/**
 * Minimum number of words of a short text, as a share of the spoken words. A shorter text says less than the spoken
 * words, so a film without a voice shows the spoken words.
 */
const shortShare = 0.6;

const saysMore = ({ onScreen, spoken }: SceneWords): boolean =>
  spoken.length > 0 && wordCount(onScreen.join(' ')) < shortShare * wordCount(spoken.join(' '));

/**
 * Returns the texts that a scene shows because of its role, in addition to its own texts in the script: the call to
 * action and the name of the brand on the end card, the offer and the price in an offer.
 */
function fixedTexts(role: SceneRole | undefined, { copy, name }: FilmWords, isEndCard: boolean): string[] {
  if (isEndCard) return [copy.cta, name];
  return role === 'offer' ? [copy.offer, copy.price] : [];
}

/** Reports whether the texts of a scene are one text that is spoken word for word. */
const isSpokenText = (texts: readonly string[], scene: SceneWords | undefined): boolean =>
  texts.length === 1 && bareWords(texts.join('')) === bareWords(scene?.spoken.join('') ?? '');

const shortOf = (words: SceneWords | undefined): string[] =>
  words === undefined ? [] : words.onScreen.length > 0 ? words.onScreen : words.spoken;

/** Leaves out the last sentence. A text of one sentence is left out as a whole, but the hook keeps its first part. */
function shortened(parts: readonly string[], isHook: boolean): string[] {
  const end = parts.slice(0, -1).findLastIndex(endsSentence);
  if (end >= 0) return parts.slice(0, end + 1);
  return isHook && parts.length > 1 ? parts.slice(0, 1) : [];
}

type TimedShot = Span & { parts: ShownPart[] };

/**
 * Divides a scene into the largest number of shots for which there is enough to show and enough time. Cuts fall on
 * beats or, if the shots then do not get the time that they need, between two beats.
 */
function shotsIn(span: Span, texts: readonly string[], { grid, hasPictures }: PlanOptions): TimedShot[] {
  const length = span.endSeconds - span.startSeconds;
  const wanted = Math.ceil(length / shotSecondsMax);
  const most = texts.length >= 2 ? Math.min(wanted, texts.length) : hasPictures ? wanted : 1;
  for (let count = most; count > 1; count--) {
    const groups = groupsOf(texts, count);
    const needs = groups.map((group) => Math.max(readingOf(group), shotSecondsMin));
    const spans = divided(grid, span, needs) ?? divided(halved(grid), span, needs);
    if (spans !== null) return spans.map((shot, at) => ({ ...shot, parts: timed(groups[at] ?? [], shot) }));
  }
  return [{ ...span, parts: timed(texts, span) }];
}

/** Minimum length of a shot of a scene with several shots, in seconds. */
const shotSecondsMin = 1.6;

/** Divides texts into groups for successive shots. With fewer texts than shots, the last shots show no text. */
function groupsOf(texts: readonly string[], count: number): string[][] {
  const size = Math.ceil(texts.length / count);
  return Array.from({ length: count }, (_, at) => texts.slice(at * size, (at + 1) * size));
}

/** Divides a time span among texts in proportion to the time that each text needs. */
function timed(texts: readonly string[], { startSeconds, endSeconds }: Span): ShownPart[] {
  const all = readingOf(texts);
  let read = 0;
  return texts.map((text) => {
    const start = startSeconds + ((endSeconds - startSeconds) * read) / all;
    read += shownSeconds(text);
    const end = startSeconds + ((endSeconds - startSeconds) * read) / all;
    return { text, startSeconds: start, endSeconds: end };
  });
}

/** Returns the time for which a text stands still, divided by the time needed to read it. 1 or more is enough. */
export function readability({ text, startSeconds, endSeconds }: ShownPart): number {
  return wordCount(text) === 0 ? Infinity : (endSeconds - startSeconds - changeSeconds) / readingSeconds(text);
}
