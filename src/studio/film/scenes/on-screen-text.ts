import { letterCount, wordCount } from '../../text/count.ts';
import type { Breaker, Phrase } from '../../text/breaks.ts';

/** Maximum number of words on the screen at a time. */
export const wordsMax = 6;
/** Maximum length of a text on the screen, in letters of an alphabet. Six long words would not fit in large type. */
const lettersMax = 42;

const secondsPerWord = 0.35;
const secondsPerText = 0.5;

/** Returns the minimum time, in seconds, for which a text must stand still so that everybody can read it. */
export const readingSeconds = (text: string): number => secondsPerText + secondsPerWord * wordCount(text);

/**
 * Splits a text into parts of at most six words that are shown one after another. Parts preferably end with a sentence
 * or clause, have similar lengths, and do not end with a short word such as an article.
 */
export function partsOf(text: string, breaker: Breaker): string[] {
  return sentencesOf(breaker(text)).flatMap((sentence) => splitEvenly(sentence).map(joined));
}

export const endsSentence = (text: string) => /[.!?…؟。！？।][”»"’」』）]?$/u.test(text);
const endsClause = (text: string) => /[,;:،؛–—、，；：]$/u.test(text);

/** Sentences that are short enough to be shown together are kept together. */
function sentencesOf(phrases: readonly Phrase[]): Phrase[][] {
  const sentences: Phrase[][] = [];
  let current: Phrase[] = [];
  for (const phrase of phrases) {
    current.push(phrase);
    if (!endsSentence(phrase.text)) continue;
    sentences.push(current);
    current = [];
  }
  if (current.length > 0) sentences.push(current);
  return sentences.reduce<Phrase[][]>((kept, sentence) => {
    const last = kept.at(-1);
    if (last !== undefined && fits([...last, ...sentence])) kept.splice(-1, 1, [...last, ...sentence]);
    else kept.push(sentence);
    return kept;
  }, []);
}

const joined = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text, glued }, at) => (at > 0 && !glued ? ` ${text}` : text)).join('');

function fits(phrases: readonly Phrase[]): boolean {
  const text = joined(phrases);
  return wordCount(text) <= wordsMax && letterCount(text) <= lettersMax;
}

interface Way {
  parts: Phrase[][];
  cost: number;
}

function splitEvenly(phrases: readonly Phrase[]): Phrase[][] {
  const best: Way[] = [{ parts: [], cost: 0 }];
  for (let to = 1; to <= phrases.length; to++) best.push(bestEndingAt(phrases, to, best));
  return best.at(-1)?.parts ?? [];
}

function bestEndingAt(phrases: readonly Phrase[], to: number, best: readonly Way[]): Way {
  let found: Way | undefined;
  for (let from = to - 1; from >= 0; from--) {
    const part = phrases.slice(from, to);
    const before = best[from];
    if (before === undefined || (from < to - 1 && !fits(part))) break;
    const cost = before.cost + costOf(part, phrases.slice(to));
    if (found === undefined || cost < found.cost) found = { parts: [...before.parts, part], cost };
  }
  return found ?? { parts: [phrases.slice(0, to)], cost: Infinity };
}

/** Words that belong to the word after them. A part may begin with such a word, but should not end with one. */
const leading = new Set(
  (
    'a an the of for in on at to by from with without and or but that than as into over under between until your our my its no every each only ' +
    'der die das den dem des ein eine einen einem einer und oder mit ohne von vom für im in am an auf zu zum zur bei aus nach über unter bis dein deine ihr ihre kein keine nur ' +
    'le la les un une des du de et ou avec sans pour dans sur sous en au aux par dès que qui votre vos notre ' +
    'el los las una unos unas del al y e o con sin para por en desde hasta entre que tu su sus ' +
    'il lo gli uno di della dei da nel nella per senza ' +
    'os as um uma do da dos das com sem no na em ' +
    'في من على إلى عن مع أو و بلا دون حتى كل ' +
    'של את על עם ב ל מ או עד בלי כל אל לא ולא'
  ).split(' '),
);

/** Words that belong to the word before them: postpositions and auxiliaries of Hindi, bound nouns of Korean. */
const trailing = new Set(
  (
    'का की के को में से पर ने तक लिए साथ है हैं था थी जाता जाती जाते रहता रहती ' +
    '동안 수 것 때 뿐 만큼 이상 이하 있습니다 없습니다 줍니다'
  ).split(' '),
);

const bare = (text: string | undefined): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{M}\p{N}’']/gu, '');

const isNumber = (text: string): boolean => /^[\p{Sc}]?\d[\d.,:]*$/u.test(text);
const conjunction = /^(?:and|or|und|oder|et|ou|y|o|e)$/iu;
const determiner = /^(?:an?|the|our|your|its|eine?|der|die|das|une?|le|la|el|los|las)$/iu;

/** Reports whether a part ends within a list (`every call, | note and file`) or between adjectives (`a soft, | quiet`). */
function endsWithinList(part: readonly Phrase[], rest: readonly Phrase[]): boolean {
  const [before = '', last = ''] = part.slice(-2).map(({ text }) => text);
  if (endsClause(last)) return conjunction.test(rest[1]?.text ?? '') || determiner.test(before);
  return endsClause(before) && conjunction.test(rest[0]?.text ?? '');
}

/** Each part costs about 1, so that a text has few parts. Unevenness costs less than one more part. */
function costOf(part: readonly Phrase[], rest: readonly Phrase[]): number {
  const words = wordCount(joined(part));
  const last = part.at(-1)?.text ?? '';
  const isAlone = words === 1 && !endsSentence(last);
  const uneven = ((wordsMax - words) / wordsMax) ** 2 * (rest.length > 0 && endsClause(last) ? 0.3 : 0.6);
  return (rest.length === 0 ? 1 : breakCost(part, rest)) + uneven + (isAlone ? 0.6 : 0);
}

function breakCost(part: readonly Phrase[], rest: readonly Phrase[]): number {
  const last = part.at(-1)?.text ?? '';
  const next = bare(rest[0]?.text);
  if (isNumber(last) || trailing.has(next) || endsWithinList(part, rest)) return 2.4;
  if (leading.has(bare(last))) return 2.3;
  if (endsClause(last)) return 0.7;
  return leading.has(next) ? 1 : 1.3;
}
