import { letterCount, wordCount } from '../text/count.ts';
import { screenWordsMax } from './speech-time.ts';

/** Words after which no text is divided: they belong to what follows. */
const leaning =
  /(?:^|\s)(?:an?|the|of|for|to|in|on|with|and|or|at|by|from|your|our|its|than|per|up|und|der|die|das|dem|den|ein|eine|mit|für|von|zu|im|in|le|la|les|un|une|des|de|du|et|à|en|pour|avec|el|los|las|y|con|por|para|il|lo|di|e|che|no|not|is|are|\p{L}['’])$/iu;
const joining =
  /^(?:for|in|on|with|at|by|from|to|that|which|without|every|each|mit|für|von|aus|pour|avec|dans|con|para|en|per)(?=\s|$)/iu;

/** Six long words would not fit on the screen in large type. */
const screenLettersMax = 42;

/** Whether a text can be shown at once. */
export const fitsScreen = (text: string): boolean =>
  wordCount(text) <= screenWordsMax && letterCount(text) <= screenLettersMax;

/** Removes the full stop of a single sentence, which a text on the screen does not need. */
export const withoutStop = (text: string): string =>
  /[.。।][^.。।]/u.test(text.replace(/\d[.,]\d/gu, '0')) ? text : text.replace(/[.。।,;:]+$/u, '');

/**
 * Divides a text into parts of at most six words that are shown one after the other, separated by `\n`. Divides at
 * punctuation and before prepositions where it can. Returns null if more than `partsMax` parts are needed.
 */
export function inParts(text: string, language: string, partsMax = 2): string | null {
  const bare = withoutStop(text.trim());
  if (bare === '') return null;
  if (fitsScreen(bare)) return bare;
  const pieces = piecesOf(bare, language);
  for (let parts = 2; parts <= partsMax; parts += 1) {
    const best = divisions(pieces.length, parts)
      .map((cuts) => partsAt(pieces, cuts))
      .filter((division) => division.every(fitsScreen))
      .toSorted((a, b) => cost(a) - cost(b))[0];
    if (best !== undefined) return best.map((part) => part.replace(/[,;:–—、，]$/u, '')).join('\n');
  }
  return null;
}

/** Words with the blank after them; in writing systems without spaces, the words that the segmenter finds. */
function piecesOf(text: string, language: string): string[] {
  if (/\s/u.test(text) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.test(text))
    return text.match(/\S+\s*/gu) ?? [text];
  const segments = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  return segments.reduce<string[]>((pieces, { segment, isWordLike }) => {
    const last = pieces.at(-1);
    if (last === undefined || (isWordLike === true && !/^[はがをにでともへのやかねよ]$/u.test(segment)))
      return [...pieces, segment];
    return [...pieces.slice(0, -1), last + segment];
  }, []);
}

function divisions(pieces: number, parts: number): number[][] {
  if (pieces > 24) return [];
  if (parts === 1) return [[]];
  const found: number[][] = [];
  for (let at = parts - 1; at < pieces; at += 1) for (const cuts of divisions(at, parts - 1)) found.push([...cuts, at]);
  return found;
}

function partsAt(pieces: readonly string[], cuts: readonly number[]): string[] {
  const ends = [...cuts, pieces.length];
  return ends.map((end, at) =>
    pieces
      .slice(ends[at - 1] ?? 0, end)
      .join('')
      .trim(),
  );
}

function cost(parts: readonly string[]): number {
  const lengths = parts.map((part) => part.length);
  const uneven = Math.max(...lengths) - Math.min(...lengths);
  const joints = parts.slice(0, -1).reduce((sum, part, at) => sum + jointCost(part, parts[at + 1] ?? ''), 0);
  return uneven / 6 + joints;
}

function jointCost(before: string, after: string): number {
  if (/[.,;:!?–—。、，]$/u.test(before)) return -4;
  if (leaning.test(before)) return 8;
  return joining.test(after) ? -2 : 1;
}
