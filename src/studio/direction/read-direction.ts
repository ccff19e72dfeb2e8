import { cleanLines } from '../script/clean-text.ts';
import { quoted } from '../script/quotation.ts';
import type { Asked, Direction } from '../../schema/direction.ts';
import { baseOf } from '../../words/writing.ts';
import { merged } from './asks.ts';
import { readClause, type ProductNouns, type ReadClause } from './read-clause.ts';
import { directionLanguages, vocabularyOf } from './vocabulary.ts';

/** Number of characters of a direction, and of each clause, that are read. */
const textMax = 4_000;
const clauseMax = 300;

const noNouns: ProductNouns = { isProductNoun: () => false };

interface Reading {
  clauses: { text: string; read: ReadClause }[];
  /** Number of words that are not understood. */
  unknown: number;
  /** Number of things that are asked for. */
  asks: number;
}

/**
 * Reads a direction in free text with the words of one language. `language`, that of the ad, is tried first. If it
 * leaves more than a quarter of the words over, the language that leaves the fewest over is taken. Each clause is
 * understood, or listed in `unread`.
 */
export function readDirection(text: string | undefined, language: string, nouns: ProductNouns = noNouns): Direction {
  if (text === undefined || text.trim() === '') return {};
  const clauses = cleanLines(text.slice(0, textMax)).flatMap(clausesOf);
  const best = bestReading(languagesFor(text, baseOf(language)), clauses, nouns);
  const understood = best.clauses.filter(({ read }) => Object.keys(read.asks).length > 0);
  return {
    ...withoutConflicts(merged(understood.map(({ read }) => read.asks))),
    clauses: understood.map(({ text: clause, read }) => ({ text: clause, asks: read.asks })),
    unread: best.clauses.filter(({ read }) => read.unknown.length > 0).map(({ text: clause }) => clause),
  };
}

/**
 * Share of words that may be unknown in the first language. With more, the other languages are tried, which takes time.
 */
const unknownMax = 1 / 4;

/** Reads clauses in one language after another until a language leaves few words over. Returns the best reading. */
function bestReading(languages: readonly string[], clauses: readonly string[], nouns: ProductNouns): Reading {
  const words = clauses.join(' ').match(/[\p{L}\p{M}\p{N}'-]+/gu)?.length ?? 0;
  const [own] = languages;
  let best: Reading = { clauses: [], unknown: Infinity, asks: 0 };
  for (const language of languages) {
    const next = readingIn(language, clauses, nouns);
    if (isBetter(next, best)) best = next;
    const most = language === own ? unknownMax * words : 0;
    if (best.asks > 0 && best.unknown <= most) break;
  }
  return best;
}

const isBetter = (a: Reading, b: Reading): boolean =>
  a.unknown < b.unknown || (a.unknown === b.unknown && a.asks > b.asks);

const otherWriting: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ru: /\p{Script=Cyrillic}/u,
};

/** Returns the languages that a text may be in, the most probable one first. */
function languagesFor(text: string, own: string): string[] {
  const [writing] = Object.entries(otherWriting).find(([, pattern]) => pattern.test(text)) ?? [];
  if (writing !== undefined) return [writing];
  const latin = directionLanguages().filter((each) => otherWriting[each] === undefined);
  return [...new Set([...latin.filter((each) => each === own), 'en', ...latin])];
}

function readingIn(language: string, clauses: readonly string[], nouns: ProductNouns): Reading {
  const vocabulary = vocabularyOf(language);
  const read = clauses.reduce<Reading['clauses']>((so, text) => {
    const before = so.at(-1)?.read;
    return [...so, { text, read: readClause(text.slice(0, clauseMax), { vocabulary, nouns, before }) }];
  }, []);
  return {
    clauses: read,
    unknown: read.reduce((sum, each) => sum + each.read.unknown.length, 0),
    asks: read.reduce((sum, each) => sum + Object.keys(each.read.asks).length, 0),
  };
}

/** Divides a line at the ends of sentences and at commas, outside quotation marks. */
export function clausesOf(line: string): string[] {
  const kept = line.match(/["“„«「][^"“”„«»「」]*["”“»」]|[^"“”„«»「」]+/gu) ?? [line];
  const marked = kept.map((part, at) => (quoted.test(part) ? `\u0001${at}\u0001` : part)).join('');
  return marked
    .split(/(?<!\d)[.!?:]\s*|[.!?](?!\d)\s*|[。！？、，；;؛]\s*|,\s+|\s[–—-]\s/u)
    .map((clause) => clause.replace(/\u0001(\d+)\u0001/gu, (_, at: string) => kept[Number(at)] ?? '').trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** A refusal beats a wish: what is refused is not the largest, and refused colours and moods are not used. */
function withoutConflicts(asked: Asked): Asked {
  const { refused = [], refusedColors = [], refusedMoods = [], groundColor, colors, moods, wanted } = asked;
  const largest = asked.largest ?? largestAtNight(asked);
  const isLost = refused.some((part) => part === largest) || (largest === 'picture' && asked.picture === 'none');
  const isRefusedGround = groundColor !== undefined && refusedColors.includes(groundColor);
  const kept: Asked = {
    ...asked,
    largest: isLost ? undefined : largest,
    groundColor: isRefusedGround ? undefined : groundColor,
    colors: without(colors, refusedColors),
    moods: without(moods, refusedMoods),
    wanted: without(wanted, refused),
  };
  return merged([kept]);
}

/** Returns the headline for a loud ad of the night: very large type on a dark ground. */
const largestAtNight = ({ moods = [], picture }: Asked): Asked['largest'] =>
  moods.includes('loud') && moods.includes('night') && picture === undefined ? 'headline' : undefined;

function without<T>(list: readonly T[] | undefined, refused: readonly T[]): T[] | undefined {
  const kept = list?.filter((each) => !refused.includes(each));
  return kept?.length === 0 ? undefined : kept;
}
