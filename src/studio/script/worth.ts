import { foundPhrases, hasPhrase } from '../../words/templates.ts';
import { wordCount } from '../../words/words.ts';
import type { Direction } from './direction.ts';
import { mentions } from './mentions.ts';
import { isOnTopic, type Topic } from './topics.ts';

const hasWords = (label: string, text: string): boolean => hasPhrase('film-statements', label, text);

/** Matches a figure. Words for numbers count too, see the list. */
const figure = /\d|[一二三四五六七八九十百千]+(?:年|時間|日|回|次|小时|天|米)/u;

/** Value of a statement for an ad, about 0 to 10; what the direction asks for is worth most. */
export function worthOf(statement: string, at: number, direction: Direction): number {
  const words = wordCount(statement);
  const position = Math.min(8, at) * 0.22;
  return (
    3 +
    substance(statement) -
    faults(statement, words) -
    position +
    asked(statement, direction) +
    paceWorth(words, direction)
  );
}

function substance(statement: string): number {
  const names = Math.min(2, foundPhrases('film-statements', 'concrete', statement).length);
  return (
    (figure.test(statement) || hasWords('figure', statement) ? 1.6 : 0) +
    names * 0.6 +
    (/\b(?:you|your)\b/iu.test(statement) ? 0.8 : 0)
  );
}

function faults(statement: string, words: number): number {
  const praise = Math.min(3, foundPhrases('film-statements', 'vague', statement).length) * 1.1;
  const isList = /%.*%/u.test(statement) || dimensions.test(statement);
  return praise + (words > 11 || words < 3 ? 0.8 : 0) + (isList ? 3 : 0) + (isLogistics(statement) ? 1.5 : 0);
}

/** A row of measures, such as `4 mm thick, 1.9 kg`. */
const dimensions = /^\d+(?:[.,]\d+)? ?(?:mm|cm|m|g|kg|ml|l|inch(?:es)?|lbs?|oz|pages)\b[^,]*,/iu;

/** Reports whether the direction forbids a statement. */
export const isAvoided = (statement: string, { avoid, avoidWords }: Direction): boolean =>
  avoid.some((topic) => isOnTopic(statement, topic)) || avoidWords.some((word) => mentions(statement, word));

/** Reports whether a statement is about delivery or packaging, which are no reason to want a product. */
export const isLogistics = (statement: string): boolean => hasWords('logistics', statement);

function paceWorth(words: number, { pace }: Direction): number {
  if (pace !== 'brisk') return 0;
  return words <= 6 ? 1 : words > 9 ? -1 : 0;
}

function asked(statement: string, { focus, focusWords }: Direction): number {
  const topics = focus.filter((topic) => isOnTopic(statement, topic)).length;
  const words = focusWords.filter((word) => mentions(statement, word)).length;
  const isOther = focus.length > 0 && topics + words === 0;
  return Math.min(2, topics) * 5 + Math.min(3, words) * 3 - (isOther ? 1 : 0);
}

export const isAbout = (statement: string, topics: readonly Topic[], words: readonly string[]): boolean =>
  words.some((word) => mentions(statement, word)) || topics.some((topic) => isOnTopic(statement, topic));

/** Reports whether a statement has evidence for a claim: a figure, a material, an origin, a test, a guarantee. */
export const isEvidence = (statement: string): boolean => /\d/u.test(statement) || hasWords('evidence', statement);
