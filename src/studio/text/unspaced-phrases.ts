import { letterCount } from './count.ts';
import type { Joint } from './hyphenation/joints.ts';

const han = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー`;
/** Matches characters of writing systems without spaces between words. */
export const unspaced = new RegExp(String.raw`[${han}\p{Script=Thai}]`, 'u');
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const thai = /\p{Script=Thai}/u;

/** A part of a text without spaces that a reader takes in as one. */
export interface UnspacedPhrase {
  text: string;
  /** Ends of words inside the phrase, at which it may be divided if it is wider than a line. */
  joints: readonly Joint[];
}

export interface UnspacedBreaks {
  phrasesOf: (text: string) => UnspacedPhrase[];
  /** Reports whether the rules of the writing system allow a line to end at an offset of a text. */
  mayBreak: (text: string) => (offset: number) => boolean;
}

/**
 * Returns the function that splits texts without spaces into phrases. Words come from the dictionary of
 * `Intl.Segmenter`, which divides unknown ones (`曲|奇`) and inflected ones (`普段|使い`). So lines preferably end only
 * where the models of BudouX see the end of a phrase too, and never where UAX #14 forbids a break.
 */
export async function unspacedBreaks(language: string): Promise<UnspacedBreaks> {
  const [{ Rules }, budoux] = await Promise.all([import('@cto.af/linebreak'), import('budoux')]);
  const rules = new Rules({ example7: true });
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const models = budoux.loadDefaultParsers();
  const mayBreak = (text: string) => {
    const allowed = new Set(Array.from(rules.breaks(text), ({ position }) => position));
    return (at: number) => allowed.has(at) || isBetweenThai(text, at);
  };
  const phrasesOf = (text: string): UnspacedPhrase[] => {
    const model = modelOf(text, language);
    const isAllowed = mayBreak(text);
    const segments = Array.from(words.segment(text), ({ segment, index }) => ({ segment, index }));
    const ends = new Set(models.get(model)?.parseBoundaries(text));
    return phrased(text, {
      isJapanese: model === 'ja',
      isEnd: (at) => isAllowed(at) && (ends.has(at) || endsClause(text, at)),
      words: wordStarts(segments, isAllowed),
      segments: segments.map(({ index }) => index),
    });
  };
  return { phrasesOf, mayBreak };
}

/** Returns the name of the model for a text. Only Japanese has kana. */
function modelOf(text: string, language: string): string {
  if (thai.test(text)) return 'th';
  const { language: spoken, script, region = '' } = new Intl.Locale(language);
  if (kana.test(text) || spoken === 'ja') return 'ja';
  return script === 'Hant' || ['TW', 'HK', 'MO'].includes(region) ? 'zh-hant' : 'zh-hans';
}

/**
 * Reports whether a Thai text may break at a position between two Thai characters. UAX #14 (the Unicode line breaking
 * rules) does not cover Thai, so the possible breaks come from a dictionary of words. Marks of repetition and
 * abbreviation stay with the word before them.
 */
const isBetweenThai = (text: string, at: number): boolean =>
  /\p{Script=Thai}$/u.test(text.slice(0, at)) && /^(?![ๆฯ])\p{Script=Thai}/u.test(text.slice(at));

const endsClause = (text: string, at: number): boolean => /[、。！？，；：]$/u.test(text.slice(0, at));

/** Numbers with their counters, foreign words with their suffixes, and prefixes stay on the same line. */
const joins: [before: RegExp, after: RegExp][] = [
  [/[\p{N}\p{Script=Latin}%％\p{Script=Katakana}ー]$/u, /^\p{Script=Han}$/u],
  [/\p{N}$/u, /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u],
  [/[第约約仅僅只全满滿毎每近超]$/u, /^\p{N}/u],
  [/^[おご]$/u, /^[\p{Script=Han}\p{Script=Hiragana}]/u],
];

const particle = '的了吗嗎呢吧着著过過们們地得之啊呀';
/** Words that are joined again because `Intl.Segmenter` divides them. */
const dividedWords: [before: RegExp, after: RegExp][] = [
  // Japanese endings and particles, and Chinese particles, are kept on the same line as the word before them.
  [/[^、。！？，；：]$/u, /^(?![おご]$)\p{Script=Hiragana}{1,2}$/u],
  [/\p{Script=Han}$/u, new RegExp(`^[${particle}]$`, 'u')],
  // A word that is not in the dictionary is split into single Han characters. A particle ends the word before them.
  [
    new RegExp(
      String.raw`(?:^|\P{Script=Han})\p{Script=Han}{0,2}(?:^\p{Script=Han}|(?![${particle}])\p{Script=Han})$`,
      'u',
    ),
    /^\p{Script=Han}$/u,
  ],
];

const areJoined = (rules: typeof joins, before: string, after: string): boolean =>
  rules.some(([ends, begins]) => ends.test(before) && begins.test(after));

interface Segment {
  segment: string;
  index: number;
}

/** Returns the offsets at which words begin, after joining those that `Intl.Segmenter` divides. */
function wordStarts(segments: readonly Segment[], isAllowed: (at: number) => boolean): number[] {
  const starts: number[] = [];
  let word = '';
  for (const { segment, index } of segments) {
    const isStart = word === '' || (isAllowed(index) && !areJoined([...joins, ...dividedWords], word, segment));
    if (isStart) starts.push(index);
    word = isStart ? segment : word + segment;
  }
  return starts;
}

interface Found {
  isJapanese: boolean;
  /** Reports whether a line preferably ends at an offset. */
  isEnd: (at: number) => boolean;
  /** Offsets at which words begin. */
  words: readonly number[];
  /** Offsets at which `Intl.Segmenter` sees words. */
  segments: readonly number[];
}

/** Length, as `letterCount` measures it, above which a phrase is divided between words, as it would need small type. */
const phraseMax = 16;
/** Cost of dividing a phrase, on the scale of the costs of line breaks. */
const jointCost = 0.2;

function phrased(text: string, { isJapanese, isEnd, words, segments }: Found): UnspacedPhrase[] {
  const isInside = (at: number) => isInRun(text, at, isJapanese);
  const possible = isJapanese ? segments.filter((at) => !isInside(at) && !isJoin(text, at, segments)) : words;
  const phrases = pieces(text, [0, ...possible.filter((at) => at > 0 && isEnd(at))]);
  const short = phrases.flatMap(({ from, text: phrase }) => {
    const inside = words.filter((at) => at > from && at < from + phrase.length && !isInside(at));
    return letterCount(phrase) > phraseMax
      ? pieces(text, [from, ...inside], from + phrase.length)
      : [{ from, text: phrase }];
  });
  return short.map(({ from, text: phrase }) => {
    const inside = words.filter((at) => at > from && at < from + phrase.length);
    return {
      text: phrase,
      joints: inside.map((at): Joint => ({
        ...{ at: at - from, hyphen: false, cost: jointCost },
        ...(isInside(at) && { isSpare: true }),
      })),
    };
  });
}

const pieces = (text: string, starts: readonly number[], end = text.length): { from: number; text: string }[] =>
  starts.map((from, i) => ({ from, text: text.slice(from, starts[i + 1] ?? end) }));

/**
 * Reports whether an offset lies inside a run of katakana, which is a foreign word, or of Japanese kanji, which is a
 * compound.
 */
function isInRun(text: string, at: number, isJapanese: boolean): boolean {
  const around = text.slice(at - 1, at + 1);
  return /^[\p{Script=Katakana}ー]{2}$/u.test(around) || (isJapanese && /^\p{Script=Han}{2}$/u.test(around));
}

function isJoin(text: string, at: number, segments: readonly number[]): boolean {
  const i = segments.indexOf(at);
  return i > 0 && areJoined(joins, text.slice(segments[i - 1], at), text.slice(at, segments[i + 1]));
}
