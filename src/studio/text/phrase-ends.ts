import type { Phrase } from './breaks.ts';

export const joinedPhrases = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text, glued }, at) => (glued || at === 0 ? text : ` ${text}`)).join('');

export const endsSentence = (text: string): boolean => /[.!?…؟。！？।][”»"’」』）]?$/u.test(text);
const endsClause = (text: string): boolean => /[,;:،؛–—、，；：]$/u.test(text);

/** Words that belong to the word after them. A part may begin with such a word, but should not end with one. */
const leading = new Set(
  (
    'a an the of for in on at to by from with without and or but that than as into over under between until your our my its no every each only when while if because who which where whose how ' +
    'der die das den dem des ein eine einen einem einer und oder mit ohne von vom für im in am an auf zu zum zur bei aus nach über unter bis dein deine ihr ihre kein keine nur wenn weil dass ob ' +
    'le la les un une des du de et ou avec sans pour dans sur sous en au aux par dès que qui quand si comme votre vos notre ' +
    'el los las una unos unas del al y e o con sin para por en desde hasta entre que cuando si como tu su sus ' +
    'il lo gli uno di della dei da nel nella per senza quando se che come ' +
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

/** Reports whether a comma is within a list (`every call, | note and file`) or between adjectives (`a soft, | quiet`). */
function isListComma(part: readonly Phrase[], rest: readonly Phrase[]): boolean {
  const [before = '', last = ''] = part.slice(-2).map(({ text }) => text);
  return endsClause(last) && (conjunction.test(rest[1]?.text ?? '') || determiner.test(before));
}

/** Reports whether the last item of a list follows: `every call, note | and file`. */
const isBeforeLastItem = (part: readonly Phrase[], rest: readonly Phrase[]): boolean =>
  endsClause(part.at(-2)?.text ?? '') && conjunction.test(rest[0]?.text ?? '');

/**
 * Returns how much a division between two parts of a text disturbs a reader: from 0.7 after a clause to 2.4 between a
 * number and its unit. 0 after a sentence.
 */
export function divisionCost(part: readonly Phrase[], rest: readonly Phrase[]): number {
  const last = part.at(-1)?.text ?? '';
  const next = bare(rest[0]?.text);
  const isWithinPhrase = isNumber(last) || trailing.has(next) || isListComma(part, rest);
  const costs: [isSo: boolean, cost: number][] = [
    [endsSentence(last), 0],
    [isWithinPhrase, 2.4],
    [leading.has(bare(last)), 2.3],
    [isBeforeLastItem(part, rest), 2],
    [endsClause(last), 0.7],
    [leading.has(next), 1],
  ];
  return costs.find(([isSo]) => isSo)?.[1] ?? 1.3;
}

interface Way {
  parts: Phrase[][];
  cost: number;
}

/**
 * Divides phrases into few parts that fit, where a reader is disturbed least. `costOf` returns the disturbance that a
 * part itself causes, on the scale of `divisionCost`; one more part costs 1. A single phrase is a part even if it does
 * not fit.
 */
export function divideLeastDisturbing(
  phrases: readonly Phrase[],
  { fits, costOf }: { fits: (part: readonly Phrase[]) => boolean; costOf: (part: readonly Phrase[]) => number },
): Phrase[][] {
  const best: Way[] = [{ parts: [], cost: 0 }];
  for (let to = 1; to <= phrases.length; to++) {
    let found: Way = { parts: [phrases.slice(0, to)], cost: Infinity };
    for (let from = to - 1; from >= 0; from--) {
      const part = phrases.slice(from, to);
      const before = best[from];
      if (before === undefined || (from < to - 1 && !fits(part))) break;
      const rest = phrases.slice(to);
      const cost = before.cost + 1 + (rest.length === 0 ? 0 : divisionCost(part, rest)) + costOf(part);
      if (cost < found.cost) found = { parts: [...before.parts, part], cost };
    }
    best.push(found);
  }
  return best.at(-1)?.parts ?? [];
}

/** Returns the cost of a part that leaves a share of its room empty, so that parts have similar lengths. */
export const emptinessCost = (letters: number, lettersMax: number): number =>
  0.6 * Math.max(0, 1 - letters / lettersMax) ** 2;
