import { isNotice, isStatement } from '../../../words/printable.ts';
import type { Point } from '../draft.ts';
import type { Direction } from '../direction.ts';
import { isAvoided, isEvidence, worthOf } from '../worth.ts';
import { claimOf, type Claim } from './claim.ts';
import { asCommand } from './say.ts';
import { shorter } from './screen.ts';
import { statements } from './split.ts';
import type { Subject } from './subject.ts';

export interface EnglishPoint extends Point {
  claim: Claim;
  /** True if the screen shows all words of the claim. */
  isWhole?: boolean;
}

const claimWordsMax = 14;

/** Returns the claims of a description, best first. Repeated claims are left out. */
export function englishPoints(sentences: readonly string[], subject: Subject, direction: Direction): EnglishPoint[] {
  const parts = sentences
    .filter((sentence) => !isNotice(sentence))
    .flatMap(statements)
    .filter(isStatement);
  const points = parts
    .filter((statement) => !isAvoided(statement, direction))
    .flatMap((statement, order) =>
      variants(claimOf(statement, subject.reference)).map((claim, at): EnglishPoint => ({
        claim,
        role: isEvidence(statement) && asCommand(claim) === undefined ? 'proof' : 'benefit',
        order,
        worth: worthOf(claim.words, order, direction) + formWorth[claim.form] - at * 0.2,
      })),
    );
  return distinct(points).toSorted((a, b) => b.worth - a.worth);
}

/** Returns a claim and, if there is one, a shorter claim that says less. Claims that cannot be spoken are left out. */
function variants(claim: Claim | undefined): Claim[] {
  if (claim === undefined) return [];
  const words = shorter(claim.words);
  return [claim, ...(words === undefined ? [] : [{ ...claim, words }])].filter(isSayable);
}

const formWorth: Record<Claim['form'], number> = {
  predicate: 0.8,
  command: 0.6,
  sentence: 0.2,
  state: 0,
  thing: -0.3,
  definition: -0.6,
  question: -0.5,
};

function isSayable({ words }: Claim): boolean {
  const count = words.split(' ').length;
  if (count > claimWordsMax || count < 2) return false;
  if (/^(?:this means|that means|and|or|but|than|because|such|including|also)\b/iu.test(words)) return false;
  return !/[(){}[\]]|\b(?:and|or|the|an?|of|for|with|to)$/iu.test(words);
}

const keyOf = ({ words }: Claim): Set<string> =>
  new Set(
    words.toLowerCase().match(/(?!(?:your|with|from|every|that|this|into|their|have)\b)\p{L}{4,}|\d+/gu) ?? [
      words.toLowerCase(),
    ],
  );

/** Leaves out a claim that says mostly what an earlier one says. */
export function distinct(points: EnglishPoint[]): EnglishPoint[] {
  return points.filter(
    (point, at) =>
      !points.slice(0, at).some((earlier) => earlier.order !== point.order && isRepeat(point.claim, earlier.claim)),
  );
}

function isRepeat(claim: Claim, earlier: Claim): boolean {
  const [own, other] = [keyOf(claim), keyOf(earlier)];
  const shared = [...own].filter((word) => other.has(word)).length;
  return own.size > 0 && shared / Math.min(own.size, other.size) >= 0.65;
}

/** Reports whether a text has most of the words of a claim. */
export function isSaidIn(text: string, claim: Claim): boolean {
  const [own, other] = [keyOf(claim), keyOf({ form: 'sentence', words: text })];
  return [...own].filter((word) => other.has(word)).length / own.size >= 0.65;
}
