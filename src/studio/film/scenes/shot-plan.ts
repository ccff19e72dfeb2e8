import type { FilmScript, SceneRole, SceneSubject, ScriptScene } from '../../../schema/film-script.ts';
import { voicedSeconds } from '../../sound/voice/pace.ts';
import { saysMore } from '../../script/screen-text.ts';
import { wordCount } from '../../text/count.ts';
import { endsSentence } from '../../text/phrase-ends.ts';
import { changeSeconds, readingSeconds } from '../../text/reading-time.ts';
import type { Tone } from '../../brief.ts';
import { dealOf } from '../../copy/deal.ts';
import type { BeatGrid } from '../beats.ts';
import { beatsNeeded, divided, sceneSecondsMin, sceneSpans, type Span } from '../timeline.ts';
import type { FilmWords, SceneWords } from './film-words.ts';
import { type Pace, paceOf } from './pace.ts';
import { areRepeated, sharedWords, withoutRepeated } from './repeated-text.ts';

/**
 * A text that is shown alone, for a part of a shot or across cuts. Times are in seconds since the start of the film.
 */
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
  /** True if the shot shows the text of the shot before, in the same place, over another picture. */
  isHeld: boolean;
  /** True if the next shot is held. */
  holds: boolean;
  /** True if a clip shows the scene in this shot. */
  isFilmed: boolean;
  /** True if the scene shows the words of the voice-over in large type. Captions would repeat them. */
  saysItself: boolean;
}

/** Scenes with several texts that are longer than this number of seconds are divided. */
const shotSecondsMax = 3.6;

export interface PlannedFilm {
  /** Time of each scene of the script. */
  scenes: Span[];
  shots: Shot[];
  notes: string[];
}

/** The words of a film that decide what is shown when. */
type PlannedWords = Pick<FilmWords, 'scenes' | 'copy' | 'name'>;

export interface PlanOptions {
  grid: BeatGrid;
  hasVoice: boolean;
  /** True if the film has pictures. A scene may then have shots without words. */
  hasPictures: boolean;
  tone: Tone;
  cutsPerSecond?: number | undefined;
  /** Maximum time in seconds that the clip of a scene can fill, by the position of the scene in the script. */
  clipSeconds?: ReadonlyMap<number, number>;
}

/** Decides what is shown when: the time of each scene, its shots, and the texts of each shot. */
export function planShots(script: FilmScript, words: PlannedWords, given: PlanOptions): PlannedFilm {
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
  const isLast = (at: number) => at === script.scenes.length - 1;
  const isWhole = (at: number) => isLast(at) || options.clipSeconds?.has(at) === true;
  const pace = paceOf(options, divisible(scenes, isWhole));
  const shots = script.scenes.flatMap(({ role, subject }, scene): Shot[] => {
    const span = scenes[scene] ?? { startSeconds: 0, endSeconds: 0 };
    const divided = filmedViews({ ...span, parts: timed(texts[scene] ?? [], span) }, scene, options) ?? [
      ...shotsIn(span, texts[scene] ?? [], options).flatMap((shot) =>
        isLast(scene) ? undividedShot(shot) : viewsOf(shot, pace, options),
      ),
    ];
    const fixed = fixedTexts(role, words, isLast(scene));
    const saysItself = showsSpeech(texts[scene] ?? [], fixed, words.scenes[scene]);
    const views = role === 'offer' ? withPrice(divided) : divided;
    return views.map((shot) => ({ ...shot, scene, role, subject, saysItself }));
  });
  return {
    scenes,
    shots,
    notes: isCut ? ['Some words of the script are not shown: there is no time to read them.'] : [],
  };
}

function divisible(scenes: readonly Span[], isWhole: (at: number) => boolean) {
  const lengths = scenes.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  const parts = lengths.filter((_, at) => !isWhole(at));
  return { seconds: sum(parts), otherShots: lengths.length - parts.length, filmSeconds: sum(lengths) };
}

const halved = (grid: BeatGrid): BeatGrid => ({
  ...grid,
  beats: grid.beats * 2,
  secondsPerBeat: grid.secondsPerBeat / 2,
});

/** Returns about how many seconds the voice needs for a scene; 0 in a film without a voice. */
const voiceSeconds = ({ voiceover }: ScriptScene, language: string, { hasVoice }: PlanOptions): number =>
  hasVoice ? voicedSeconds(voiceover, language) : 0;

const shownSeconds = (text: string): number => readingSeconds(text) + changeSeconds;

const readingOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + shownSeconds(part), 0);

/**
 * Chooses the texts that each scene shows. A film without a voice shows the spoken words of a scene if there is time to
 * read them. Otherwise the scene shows its short text or, if there is no time for all of it, only a part. `isCut` is
 * true if a text was shortened or left out.
 */
function chosenTexts(
  script: FilmScript,
  filmWords: PlannedWords,
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
    const isFixed = isLast(at) || script.scenes[at]?.role === 'offer';
    const isBrief = isFixed || (hasVoice ? !repeatsLittle(words) : !saysMore(words.onScreen, words.spoken));
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

/** Minimum share of the spoken words that a short text must have if it takes the place of the captions. */
const captionShareMin = 0.4;

/** Reports whether the short text repeats speech and has so little of it that the spoken words are a better text. */
const repeatsLittle = ({ onScreen, spoken }: SceneWords): boolean =>
  areRepeated(onScreen, spoken.join(' ')) && sharedWords(spoken.join(' '), onScreen.join(' ')) < captionShareMin;

/** Reports whether the texts of a scene are spoken words, or all its texts together have most of the spoken words. */
function showsSpeech(texts: readonly string[], fixed: readonly string[], scene: SceneWords | undefined): boolean {
  const spoken = scene?.spoken.join(' ') ?? '';
  return areRepeated(texts, spoken) || areRepeated([spoken], [...texts, ...fixed].join(' '));
}

/**
 * Returns the texts that a scene shows because of its role, in addition to its own texts in the script: the call to
 * action and the name of the brand on the end card, the offer and the price in an offer.
 */
function fixedTexts(role: SceneRole | undefined, { copy, name }: PlannedWords, isEndCard: boolean): string[] {
  if (isEndCard) return [copy.cta, name];
  if (role !== 'offer') return [];
  const { offer, price } = dealOf(copy);
  return [offer, price];
}

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
 * Divides a scene with several texts into the largest number of shots for which there is enough time. Cuts fall on beats
 * or, if the shots then do not get the time that they need, between two beats.
 */
function shotsIn(span: Span, texts: readonly string[], { grid }: PlanOptions): TimedShot[] {
  const length = span.endSeconds - span.startSeconds;
  for (let count = Math.min(Math.ceil(length / shotSecondsMax), texts.length); count > 1; count--) {
    const groups = groupsOf(texts, count);
    const needs = groups.map((group) => Math.max(readingOf(group), shotSecondsMin));
    const spans = divided(grid, span, needs) ?? divided(halved(grid), span, needs);
    if (spans !== null) return spans.map((shot, at) => ({ ...shot, parts: timed(groups[at] ?? [], shot) }));
  }
  return [{ ...span, parts: timed(texts, span) }];
}

type View = TimedShot & Pick<Shot, 'isHeld' | 'holds' | 'isFilmed'>;

const undividedShot = (shot: TimedShot): View => ({ ...shot, isHeld: false, holds: false, isFilmed: false });

/** Minimum length, in seconds, of a view of the studio after a clip. */
const afterClipSecondsMin = 1.2;

/**
 * Returns the view of a scene with a clip. A scene that is longer than its clip ends with another view, without the clip.
 * Returns null for a scene that has no clip, or too short a clip.
 */
function filmedViews(shot: TimedShot, scene: number, { clipSeconds, grid }: PlanOptions): View[] | null {
  const most = clipSeconds?.get(scene);
  const { startSeconds, endSeconds, parts } = shot;
  if (most === undefined || most < sceneSecondsMin) return null;
  if (endSeconds - startSeconds <= most) return [{ ...undividedShot(shot), isFilmed: true }];
  const latest = Math.min(startSeconds + most, endSeconds - afterClipSecondsMin);
  const cut = Math.floor(latest / grid.secondsPerBeat + 1e-6) * grid.secondsPerBeat;
  if (cut - startSeconds < sceneSecondsMin) return null;
  const spans = [
    { startSeconds, endSeconds: cut },
    { startSeconds: cut, endSeconds },
  ];
  return withTexts(spans, parts).map((view, at) => ({ ...view, isFilmed: at === 0 }));
}

/** Maximum number of shots of a text without pictures: the ground changes under the text. */
const typeViewsMax = 2;

/** Divides a shot at beats into views: other pictures or framings under the same text. */
function viewsOf(shot: TimedShot, pace: Pace, { grid, hasPictures }: PlanOptions): View[] {
  const length = shot.endSeconds - shot.startSeconds;
  const wanted = Math.round(length / pace.shotSeconds);
  for (let count = hasPictures ? wanted : Math.min(wanted, typeViewsMax); count > 1; count--) {
    const needs = Array.from({ length: count }, () => pace.shotSecondsMin);
    const spans = (isOnBeats(grid, shot) ? divided(grid, shot, needs) : null) ?? divided(halved(grid), shot, needs);
    if (spans !== null) return withTexts(spans, shot.parts);
  }
  return [undividedShot(shot)];
}

const isOnBeats = ({ secondsPerBeat }: BeatGrid, { startSeconds, endSeconds }: Span): boolean =>
  [startSeconds, endSeconds].every((at) => Math.abs(at / secondsPerBeat - Math.round(at / secondsPerBeat)) < 0.01);

function withTexts(spans: readonly Span[], parts: readonly ShownPart[]): View[] {
  const slack = 0.01;
  const shown = spans.map(({ startSeconds, endSeconds }) =>
    parts.filter((part) => part.endSeconds > startSeconds + slack && part.startSeconds < endSeconds - slack),
  );
  const isHeld = (at: number) => at > 0 && shown[at]?.[0] !== undefined && shown[at][0] === shown[at - 1]?.at(-1);
  return spans.map((span, at) => ({
    ...span,
    ...{ parts: shown[at] ?? [], isHeld: isHeld(at), holds: isHeld(at + 1), isFilmed: false },
  }));
}

/** All views of an offer show its price, which stays in its place. */
const withPrice = (views: readonly View[]): View[] =>
  views.map((view, at) => ({ ...view, isHeld: at > 0, holds: at < views.length - 1 }));

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
