import { sentencesOf, spokenLetters } from './pace.ts';
import type { SoundScene } from './narrate.ts';

/** Caption of one or two lines. */
export interface Cue {
  startSeconds: number;
  endSeconds: number;
  /** At most `cueLinesMax` lines, separated by line feeds. */
  text: string;
}

/** Sentence and the time in which it is spoken or read. */
export interface TimedText {
  text: string;
  startSeconds: number;
  endSeconds: number;
}

const cueLinesMax = 2;
/** Largest width of a line. Chinese, Japanese and Korean characters count twice. */
const lineWidthMax = 32;
/** Time for which a caption stays after its last word, if no other caption follows. */
const lingerSeconds = 0.25;

/**
 * Returns the captions of the sentences of a film that ends at `filmSeconds`. Long sentences are divided; each part gets
 * its share of the time by spoken length.
 */
export function cuesOf(sentences: readonly TimedText[], language: string, filmSeconds: number): Cue[] {
  const cues = sentences.flatMap((sentence) => sentenceCues(sentence, language));
  return cues.map((cue, at) => ({
    ...cue,
    endSeconds: Math.min(cue.endSeconds + lingerSeconds, cues[at + 1]?.startSeconds ?? filmSeconds),
  }));
}

/** Returns captions for a film without a voice: each scene's text, for the whole scene. */
export function readingCues(scenes: readonly SoundScene[], language: string): Cue[] {
  return scenes.flatMap(({ voiceover, startSeconds, endSeconds }) => {
    const sentences = sentencesOf(voiceover, language);
    const shares = timeShares(sentences, { startSeconds, endSeconds }, language);
    return shares.flatMap((sentence) => sentenceCues(sentence, language));
  });
}

const sentenceCues = ({ text, ...time }: TimedText, language: string): Cue[] =>
  timeShares(
    divided(text, language).map((lines) => lines.join('\n')),
    time,
    language,
  );

function timeShares(texts: readonly string[], time: Omit<TimedText, 'text'>, language: string): TimedText[] {
  const letters = texts.map((text) => spokenLetters(text, language));
  const perLetter = (time.endSeconds - time.startSeconds) / letters.reduce((sum, count) => sum + count, 0);
  let startSeconds = time.startSeconds;
  return texts.map((text, at) => {
    const endSeconds = startSeconds + (letters[at] ?? 0) * perLetter;
    const share = { text, startSeconds, endSeconds };
    startSeconds = endSeconds;
    return share;
  });
}

/** Divides a sentence into captions of about the same length, each with its lines. */
function divided(text: string, language: string): string[][] {
  const words = wordsOf(text, language);
  const captionWidthMax = cueLinesMax * lineWidthMax;
  const captions = evenly(words, captionWidthMax, (part) => lines(part, lineWidthMax).length <= cueLinesMax);
  return captions.map((part) => evenly(part, lineWidthMax, () => true).map((line) => line.join('').trim()));
}

/** Groups words so that there are as few groups as the width allows, with widths as equal as possible. */
function evenly(words: readonly string[], widthMax: number, fits: (words: string[]) => boolean): string[][] {
  const widest = grouped(words, widthMax, fits);
  for (let width = Math.floor(widthMax / 3); width < widthMax; width++) {
    const groups = grouped(words, width, fits);
    if (groups.length <= widest.length) return groups;
  }
  return widest;
}

const lines = (words: readonly string[], widthMax: number): string[][] => grouped(words, widthMax, () => true);

function grouped(words: readonly string[], widthMax: number, fits: (words: string[]) => boolean): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const longer = [...(last ?? []), word];
    if (last !== undefined && widthOf(longer.join('').trimEnd()) <= widthMax && fits(longer)) last.push(word);
    else groups.push([word]);
  }
  return groups;
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u{3000}-\u{303F}\u{FF00}-\u{FF60}]/u;

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

/** Marks that belong to the word after them. */
const opening = /^[\p{Ps}\p{Pi}¿¡$£€]/u;
/** Letter or digit, and a mark that joins it to the word after it, as in `well-known` or `4.8`. */
const joining = /[\p{L}\p{N}]['’\-./&+%:]$/u;

/** Returns the words of a text, each with the punctuation and the space after it. Words without spaces are found too. */
function wordsOf(text: string, language: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    const isMark = isWordLike !== true && !opening.test(segment);
    if (last !== undefined && (isMark || opening.test(last.slice(-1)) || joining.test(last))) {
      words[words.length - 1] = `${last}${segment}`;
    } else words.push(segment);
  }
  return words;
}
