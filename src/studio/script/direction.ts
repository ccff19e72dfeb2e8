import { aroundPhrase, hasPhrase } from '../../words/templates.ts';
import { readDirection as readLook } from '../direction/read-direction.ts';
import { cleanLine, cleanLines } from './clean-text.ts';
import { quoted } from './quotation.ts';
import { topicsIn, type Topic } from './topics.ts';
import { readWishes } from './wishes/read-wishes.ts';
import { type ElementKind, firstScene, isAnywhere, isAtEnd, isAtStart, type Wish } from './wishes/wish.ts';
import { noNames, type WishNames } from './wishes/wish-names.ts';

/** Creative direction of a client, as far as the built-in writer can follow it. */
export interface Direction {
  focus: Topic[];
  avoid: Topic[];
  /** Words of the direction that may occur in the description, such as `offline`. */
  focusWords: string[];
  avoidWords: string[];
  /** People that the film speaks to, such as `runners`. */
  audience: string | null;
  opening: Opening | null;
  /** Statements of the direction, such as `30% discount`. */
  claims: string[];
  /** Texts that the client wants to be said, word for word. */
  lines: string[];
  /** Text that the client wants at the end, word for word. */
  closing: string | null;
  pace: 'calm' | 'brisk' | null;
  /** Wishes that are compared with the finished film. */
  wishes: Wish[];
  /** Parts of the direction that are not understood. */
  notUnderstood: string[];
}

/** `product`: the film opens with a picture of the product; its words may be the given headline. */
type NamedOpening = 'price' | 'offer' | 'headline' | 'question' | 'name' | 'product';

/** Opening of the film that the client asks for. */
type Opening = { kind: NamedOpening } | { kind: 'topic'; topics: Topic[]; words: string[]; clause: string };

const none: Direction = {
  focus: [],
  avoid: [],
  focusWords: [],
  avoidWords: [],
  audience: null,
  opening: null,
  claims: [],
  lines: [],
  closing: null,
  pace: null,
  wishes: [],
  notUnderstood: [],
};

/** Reads a creative direction clause by clause. Every clause is understood, or listed in `notUnderstood`. */
export function readDirection(prompt: string | undefined, names: WishNames = noNames): Direction {
  if (prompt === undefined) return none;
  return cleanLines(prompt)
    .flatMap(clausesOf)
    .reduce((so, clause) => readWishes(clause, names)?.reduce(withWish, so) ?? withClause(so, clause), none);
}

/** Splits outside quotation marks at sentence ends and commas. */
function clausesOf(line: string): string[] {
  const kept = line.match(/["“„«「][^"“”„«»「」]*["”“»」]|[^"“”„«»「」]+/gu) ?? [line];
  const marked = kept.map((part, at) => (quoted.test(part) ? `\u0001${at}\u0001` : part)).join('');
  return marked
    .split(
      /(?<!\d)[.!?]\s*|[.!?](?!\d)\s*|[。！、，،；;؛]\s*|,\s+(?:and\s+|but\s+)?|\s+(?:and|but|then)\s+(?=(?:focus|start|end|open|close|mention|say|show|highlight|emphasi[sz]e|make|keep|use|do not|don't|no\b|avoid|add|talk|speak)\b)/iu,
    )
    .map((clause) => clause.replace(/\u0001(\d+)\u0001/gu, (_, at: string) => kept[Number(at)] ?? '').trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** Adds a wish, and follows it as far as the words of the script decide it. */
const withWish = (so: Direction, wish: Wish): Direction => ({
  ...so,
  ...(wish.isWanted ? effectOf(wish, so) : avoidedBy(wish, so)),
  wishes: [...so.wishes, wish],
});

const isDeal = ({ element: { kind } }: Wish): boolean => kind === 'price' || kind === 'offer';

function avoidedBy(wish: Wish, so: Direction): Partial<Direction> {
  if (wish.element.kind === 'quote') return avoided(so, wish.element.words);
  return isDeal(wish) && isAnywhere(wish.time) ? avoided(so, 'price') : {};
}

function effectOf(wish: Wish, so: Direction): Partial<Direction> {
  const { element, time, clause } = wish;
  if (element.kind === 'quote') return withQuote(so, element.words, isClosing(clause) || isAtEnd(time));
  if (isDeal(wish) && isAnywhere(time)) return { focus: [...so.focus, ...topicsIn('price')] };
  const kind = isAtStart(time) ? openings[element.kind] : undefined;
  // A film that shows the product in its first seconds need not name it there.
  return kind === undefined || (kind === 'product' && time.kind !== 'scene') ? {} : { opening: { kind } };
}

/** Openings for elements that a film can open with. */
const openings: Partial<Record<ElementKind, NamedOpening>> = {
  price: 'price',
  offer: 'offer',
  headline: 'headline',
  question: 'question',
  product: 'product',
  product_name: 'name',
  brand_name: 'name',
};

const avoided = (so: Direction, what: string): Partial<Direction> => ({
  avoid: [...so.avoid, ...topicsIn(what)],
  avoidWords: [...so.avoidWords, ...contentWords(what)],
});

const withQuote = (so: Direction, text: string, isLast: boolean): Partial<Direction> =>
  isLast ? { closing: text } : { lines: [...so.lines, text] };

const words = (label: string, text: string): boolean => hasPhrase('film-directions', label, text);

const isClosing = (clause: string): boolean => words('closing', clause);

type Side = 'before' | 'after';

/** Returns the text of a clause before or after the first phrase of a label. Undefined if that text is empty. */
function textBy(side: Side, label: string, clause: string): string | undefined {
  const text = aroundPhrase('film-directions', label, clause)?.[side];
  return text === '' ? undefined : text;
}

type Rule = (clause: string, so: Direction) => Partial<Direction> | undefined;

function withClause(so: Direction, clause: string): Direction {
  for (const rule of rules) {
    const change = rule(clause, so);
    if (change !== undefined) return { ...so, ...change };
  }
  return { ...so, notUnderstood: [...so.notUnderstood, clause] };
}

const quotedLine: Rule = (clause, so) => {
  const line = quoted.exec(clause)?.[1];
  if (line === undefined) return undefined;
  return withQuote(so, cleanLine(line).replace(/[,;]$/u, ''), isClosing(clause));
};

/** Openings that are understood although the clause says more about them, such as `start with our low price`. */
const knownOpenings = ['price', 'offer', 'question'] as const;

const opening: Rule = (clause, so) => {
  const first = textBy('before', 'opening-first', clause);
  const what = textBy('after', 'opening-with', clause) ?? (first && (textBy('after', 'showing', first) ?? first));
  if (what === undefined) return undefined;
  const known = knownOpenings.find((kind) => words(kind, what));
  if (known !== undefined) return withWish(so, { ...wishFor(known), time: firstScene, clause });
  const [topics, nouns] = [topicsIn(what), contentWords(what)];
  return {
    opening: { kind: 'topic', topics, words: nouns, clause },
    focus: [...so.focus, ...topics],
    focusWords: [...so.focusWords, ...nouns],
  };
};

const wishFor = (kind: 'price' | 'offer' | 'question') => ({
  element: { kind },
  isWanted: true,
  isOnly: false,
  seconds: 0,
});

const exclusion: Rule = (clause, so) => {
  const what = textBy('after', 'exclusion', clause);
  return what === undefined ? undefined : avoided(so, what);
};

const audience: Rule = (clause, so) => {
  const who = textBy('after', 'audience', clause);
  if (who === undefined || words('no-audience', who)) return undefined;
  const bare = who.replace(/^(?:the|our|all|a|an)\s+/iu, '').replace(/[.:]+$/u, '');
  const named = bare.split(/\s+(?:who|that|with|in|aged|over|under)\s/iu)[0] ?? bare;
  // Runners can be addressed: `Runners, meet ...`.
  const isPeople = words('people', named) && !words('things', named) && named.split(' ').length <= 3;
  const focusWords = [...so.focusWords, ...contentWords(who)];
  return isPeople ? { audience: named, focusWords } : { focusWords };
};

const emphasis: Rule = (clause, so) => {
  const what = textBy('after', 'emphasis', clause) ?? textBy('before', 'emphasis-after', clause);
  if (what === undefined) return undefined;
  const change = { focus: [...so.focus, ...topicsIn(what)], focusWords: [...so.focusWords, ...contentWords(what)] };
  return isClaim(what) && what.split(' ').length <= 9 ? { ...change, claims: [...so.claims, what] } : change;
};

/** Reports whether the direction itself states something, such as `30% discount` or `shipping is free`. */
const isClaim = (text: string): boolean => /\d ?%|[€$£¥]\s?\d|\d\s?[€$£]/u.test(text) || words('claim', text);

const manner: Rule = (clause) => {
  if (clause.split(' ').length > 9 || words('picture', clause)) return undefined;
  if (words('calm', clause)) return { pace: 'calm' };
  if (words('brisk', clause)) return { pace: 'brisk' };
  return words('manner', clause) ? {} : undefined;
};

/** Accepts clauses that ask for nothing special, such as `make a short video ad for our product`. */
const plain: Rule = (clause) => (words('plain', clause) ? {} : undefined);

/** A bare topic such as `durability` or `long battery life`. */
const bareTopic: Rule = (clause, so) => {
  const topics = topicsIn(clause);
  if (topics.length === 0 || clause.split(' ').length > 5 || words('picture', clause)) return undefined;
  return { focus: [...so.focus, ...topics], focusWords: [...so.focusWords, ...contentWords(clause)] };
};

/** Reads a clause about light, colours, voice or cuts, which the colours and the cuts of the film follow. */
const look: Rule = (clause) => {
  const { clauses: [read] = [], unread = [] } = readLook(clause, 'en');
  const isFollowed = Object.keys(read?.asks ?? {}).every((field) => lookFields.has(field));
  return read !== undefined && unread.length === 0 && isFollowed ? {} : undefined;
};

const lookFields = new Set([
  ...['ground', 'groundColor', 'colors', 'refusedColors', 'saturation', 'voice', 'moods', 'season', 'cutsPerSecond'],
]);

const rules: readonly Rule[] = [quotedLine, opening, exclusion, audience, emphasis, plain, manner, bareTopic, look];

/** Words that carry meaning, in lower case. In writing systems without spaces the whole text is one word. */
export function contentWords(text: string): string[] {
  const all = text.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  return all.filter((word) => (word.length >= 4 || /[^\p{Script=Latin}\p{N}'’-]/u.test(word)) && !words('empty', word));
}
