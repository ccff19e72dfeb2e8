import { fold } from '../../../words/fold.ts';
import { letterCount } from '../../text/count.ts';
import { isWord } from '../../../words/word-sets.ts';

interface Described {
  picture: { alt: string | null };
}

/** Share of the best from which a picture fits too. */
const fitMin = 0.6;

/**
 * Returns the pictures whose descriptions share most with a text, such as a breakfast for `Breakfast in the garden`. Long
 * words count more than short ones. Empty if no description shares a word, or all share the same: then the words say
 * nothing about the picture. The numbers, 0 to 1, say how well a picture fits.
 */
export function fittingPictures<T extends Described>(text: string, pictures: readonly T[]): ReadonlyMap<T, number> {
  const words = contentWords(text);
  const stems = pictures.map((each) => sharedStems(words, contentWords(each.picture.alt ?? '')));
  const worths = stems.map((lengths) => lengths.reduce((sum, length) => sum + length, 0));
  const [least, most] = [Math.min(...worths), Math.max(...worths)];
  if (least === most) return new Map();
  const sureness = pictures.map((_, at) => ((stems[at]?.length ?? 0) > 1 ? 1 : oneWord));
  const shares = pictures.map((each, at) => [each, (sureness[at] ?? 0) * ((worths[at] ?? 0) / most)] as const);
  return new Map(shares.filter((_, at) => (worths[at] ?? 0) > fitMin * most));
}

/** How sure a single shared word makes that a picture fits, compared with several. */
const oneWord = 2 / 3;

/** Minimum length, in letters of an alphabet, of a word that says what a picture shows. */
const lettersMin = 4;

const isContent = (word: string): boolean =>
  letterCount(word) >= lettersMin &&
  !(['leading', 'determiner', 'joining'] as const).some((label) => isWord('phrase-words', label, word));

const contentWords = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) =>
    fold(segment),
  ).filter(isContent);

/** Returns the letters of each of the words that another text has in the same or another form. */
const sharedStems = (words: readonly string[], others: readonly string[]): number[] =>
  [...new Set(words)]
    .map((word) => Math.max(0, ...others.map((other) => stemLetters(word, other))))
    .filter((letters) => letters > 0);

/** Minimum share of the longer of two forms of a word that both begin with. */
const stemMin = 0.6;

/** Returns the number of letters with which two forms of a word, such as `terrace` and `terraces`, begin; 0 for others. */
function stemLetters(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  if (one === other) return longer;
  const stem = Array.from({ length: longer }, (_, at) => at).find((at) => one[at] !== other[at]) ?? longer;
  return stem >= lettersMin && stem >= stemMin * longer ? stem : 0;
}
