import { comparable } from '../../words/comparable.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A phrase of a clause and what it means. A word that no list has is labelled `unknown`. */
export interface Token {
  label: string;
  text: string;
}

interface Found extends Token {
  start: number;
  end: number;
  /** Position of the label among those of the vocabulary. */
  rank: number;
}

/** Divides a clause into the phrases of a vocabulary and the words between them. The longest phrase counts. */
export function tokensOf(clause: string, { patterns }: Vocabulary): Token[] {
  const text = comparable(clause).replace(/\s+/gu, ' ').trim();
  const found = patterns.flatMap(({ label, pattern }, rank) =>
    [...text.matchAll(pattern)].map(({ index, 0: phrase }) => foundAt(index, phrase, { label, rank })),
  );
  const longestFirst = found
    .filter((one) => one.end > one.start)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.rank - b.rank || a.start - b.start);
  const chosen = longestFirst.reduce<Found[]>(
    (so, one) => (so.some((other) => overlap(one, other)) ? so : [...so, one]),
    [],
  );
  const sorted = chosen.toSorted((a, b) => a.start - b.start);
  return [...sorted, undefined].flatMap((one, at) => {
    const between = text.slice(sorted[at - 1]?.end ?? 0, one?.start ?? text.length);
    return [...unknownIn(between), ...(one === undefined ? [] : [{ label: one.label, text: one.text }])];
  });
}

function foundAt(index: number, phrase: string, { label, rank }: { label: string; rank: number }): Found {
  const start = index + phrase.length - phrase.trimStart().length;
  const text = phrase.trim();
  return { label, rank, text, start, end: start + text.length };
}

const overlap = (a: Found, b: Found): boolean => a.start < b.end && b.start < a.end;

const unknownIn = (text: string): Token[] =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []).map((word) => ({ label: 'unknown', text: word }));
