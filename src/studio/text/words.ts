import type { Phrase } from './breaks.ts';
import { graphemes } from './graphemes.ts';
import type { Joint } from './hyphenation/joints.ts';
import type { LineEnd, Word } from './lines.ts';

export interface Widths {
  /** Returns the width of a text, in em. */
  of: (text: string) => number;
  /** Width of a hyphen, in em. */
  hyphen: number;
}

/** Returns the word of a phrase, with the pieces into which it may be divided if it is wider than a line. */
export function wordOf({ text, glued, parts, joints, cutMark }: Phrase, widths: Widths): Word {
  return { ...withPieces(text, joints, { widths, cutEnd: endOf(cutMark, 0, widths) }), glued, parts };
}

/** Returns the texts whose widths `wordOf` needs. */
export function measuredTexts(phrase: Phrase): string[] {
  const textsIn = ({ text, pieces = [] }: Word): string[] => [text, ...pieces.flatMap(textsIn)];
  return textsIn(wordOf(phrase, { of: () => 0, hyphen: 0 }));
}

interface Making {
  widths: Widths;
  cutEnd: LineEnd;
  /** End of the word, if the word is a piece of a longer one. */
  end?: LineEnd | undefined;
}

/** Divides a word at its joints. Its spare joints divide the pieces again. */
function withPieces(text: string, joints: readonly Joint[], making: Making): Word {
  const { widths, cutEnd, end } = making;
  const word: Word = { text, characters: graphemes(text).length, width: widths.of(text), cutEnd, ...(end && { end }) };
  if (joints.length === 0) return word;
  const first = joints.filter(({ isSpare }) => isSpare !== true);
  const used = first.length > 0 ? first : joints;
  const starts = [0, ...used.map(({ at }) => at)];
  const pieces = starts.map((from, i): Word => {
    const joint = used[i];
    const to = joint?.at ?? text.length;
    const inside = joints.filter(({ at }) => at > from && at < to).map((each) => ({ ...each, at: each.at - from }));
    const endOfPiece = joint === undefined ? end : endOf(joint.hyphen ? '-' : '', joint.cost, widths);
    return { ...withPieces(text.slice(from, to), inside, { ...making, end: endOfPiece }), glued: i > 0 };
  });
  return { ...word, pieces };
}

const endOf = (mark: '-' | '', cost: number, { hyphen }: Widths): LineEnd => ({
  text: mark,
  width: mark === '' ? 0 : hyphen,
  cost,
});
