import { letterCount, wordCount } from './count.ts';

interface Length {
  words: number;
  letters: number;
}

/** Two sentences of this length together are shown together. */
const together: Length = { words: 6, letters: 42 };
/** A sentence of this length is read at a glance, so it is never divided. */
const glance: Length = { words: 8, letters: 48 };
/** Maximum length of a text that is shown at once. A longer one would need too small letters. */
const longest: Length = { words: 18, letters: 110 };
export const screenLettersMax = longest.letters;

const fits = (text: string, { words, letters }: Length): boolean =>
  wordCount(text) <= words && letterCount(text) <= letters;

/** Reports whether a text is read at a glance. */
export const fitsGlance = (text: string): boolean => fits(text, glance);

/** Reports whether a text is short enough to be shown at once, in small letters if need be. */
export const fitsScreen = (text: string): boolean => fits(text, longest);

/**
 * Returns the parts of a text that the screen shows one after another. Guarantee: a part begins and ends where its words
 * stand alone. A sentence is divided only if it is long, and only at a semicolon, a colon, a dash or a comma between
 * two phrases that are complete. All other sentences stay whole, in smaller letters. A part may be too long for
 * `fitsScreen`.
 */
export function screenParts(text: string, language: string): string[] {
  const sentences = text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return joinedWhile(sentences, together, spaceIn(text)).flatMap((sentence) => clausesOf(sentence, language));
}

/** A full stop after one of these words or after a single letter does not end a sentence. */
const abbreviation = String.raw`(?:^|[\s(.])(?:\p{L}|[Aa]pprox|Art|bzw|[Cc]a|Co|Dr|evtl|excl|[Ii]ncl|[Ii]nkl|[Mm]ax|[Mm]in|Mrs?|Ms|No|Nr|Prof|St|usw|Vol|vs|zzgl)\.`;
const sentenceEnd = new RegExp(
  String.raw`(?<!${abbreviation})(?<=[.!?…؟।][”»"’]?)\s+(?!\p{Ll})|(?<=[。！？][」』）”]?)(?![」』）”])\s*`,
  'gu',
);

/** Texts in Chinese and Japanese have no space between two sentences. */
const spaceIn = (text: string): string => (/[。！？]\S/u.test(text) ? '' : ' ');

function joinedWhile(parts: readonly string[], length: Length, space: string): string[] {
  return parts.reduce<string[]>((kept, part) => {
    const last = kept.at(-1);
    const both = `${last ?? ''}${space}${part}`;
    return last !== undefined && fits(both, length) ? [...kept.slice(0, -1), both] : [...kept, part];
  }, []);
}

const mark = /(?<=[;:؛]|\s[–—])\s+|(?<=[；：])/gu;
const comma = /(?<=[,，])\s*/gu;

/** Divides a long sentence where both parts stand alone, as evenly as possible, and its long parts again. */
function clausesOf(sentence: string, language: string): string[] {
  if (fits(sentence, glance)) return [sentence];
  const base = language.toLowerCase().split('-')[0] ?? '';
  const ways = [...divisionsAt(mark, sentence, isPhrase), ...commaDivisions(sentence, base)];
  const [best] = ways.toSorted((a, b) => longer(a) - longer(b));
  return best === undefined ? [sentence] : best.flatMap((part) => clausesOf(part, language));
}

type Division = readonly [string, string];

const longer = (parts: Division): number => Math.max(...parts.map(letterCount));

function divisionsAt(
  where: RegExp,
  text: string,
  isWhole: (part: string, at: 'first' | 'second') => boolean,
): Division[] {
  return [...text.matchAll(where)]
    .map(({ index, 0: space }): Division => [text.slice(0, index), text.slice(index + space.length)])
    .filter(([first, second]) => isWhole(first, 'first') && isWhole(second, 'second'));
}

/** A label before a colon is no phrase. */
const isPhrase = (part: string): boolean => wordCount(part) >= 3;

function commaDivisions(sentence: string, base: string): Division[] {
  if (base === 'zh') return divisionsAt(comma, sentence, (part) => wordCount(part) >= 2 && !chineseOpener.test(part));
  const openers = openersOf[base];
  // A second comma is a sign of a list or of an insertion.
  if (openers === undefined || [...sentence.matchAll(/,\s/gu)].length !== 1) return [];
  return divisionsAt(/(?<=,)\s+/gu, sentence, (part, at) => {
    const words = part.toLowerCase().split(' ');
    const isList = at === 'second' && words.slice(1, 5).some((word) => conjunctions.has(word));
    return isPhrase(part) && !openers.has(words[0] ?? '') && !isList && !/^\p{L}+ing$/u.test(words[0] ?? '');
  });
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const conjunctions = wordSet('and or nor und oder sowie et ou y e o u ed ni &');

/**
 * Words that begin a phrase that does not stand alone: conjunctions, relative pronouns and prepositions, by language. A
 * language without an entry has no divisions at commas.
 */
const openersOf: Record<string, ReadonlySet<string> | undefined> = {
  en: wordSet(
    'and or nor but so yet because as if when while where who which that whose than then though although unless until once since before after whether even plus including like not for of in on at by to from with without into onto over under through thanks due during between among',
  ),
  de: wordSet(
    'und oder aber sondern denn weil wenn falls ob dass damit sodass so als wie wo was wer da sobald solange während obwohl nachdem bevor bis der die das den dem dessen deren denen welche welcher welches um ohne statt mit für von vom zu zum zur in im an am auf aus bei nach seit über unter durch dank sowie inklusive wobei wodurch womit worin dazu',
  ),
  fr: wordSet(
    'et ou mais car donc or ni si quand lorsque comme que qui dont où puisque parce afin pour avec sans dans sur sous en au aux à de des du dès par chez vers grâce même notamment y tout lequel laquelle',
  ),
  es: wordSet(
    'y e o u ni pero sino porque pues si cuando como que quien cuyo cuya donde aunque mientras para con sin en de del a al por desde hasta entre sobre bajo según gracias incluso incluido tanto lo',
  ),
  it: wordSet(
    'e ed o ma perché se quando come che chi cui dove mentre anche per con senza in nel nella di del della da dal dalla dalle dai a al alla su sul sulla tra fra grazie oppure compreso',
  ),
  pt: wordSet(
    'e ou mas porque se quando como que quem cujo cuja onde enquanto para com sem em no na nos nas de do da dos das a ao à por pelo pela desde até entre sobre graças inclusive tal',
  ),
};

const chineseOpener =
  /^(?:如果|若|当|當|只要|只需|无论|無論|虽然|雖然|因为|因為|为了|為了|就|也|都|则|則|便|并|並|而|和|与|與|及|或|还|還|让|讓|使|即可)/u;
