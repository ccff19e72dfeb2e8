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

const isClosing = (clause: string): boolean =>
  /\b(?:end|close|finish|closing|last|cta|call to action|sign off)\b/iu.test(clause);

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
const knownOpenings = [
  { asked: /\b(?:price|cost)\b/iu, kind: 'price' },
  { asked: /\b(?:offer|discount|deal|sale)\b/iu, kind: 'offer' },
  { asked: /\bquestion\b/iu, kind: 'question' },
] as const;

const opening: Rule = (clause, so) => {
  const what =
    /^(?:please )?(?:start|open|begin|lead|kick off)(?:ing)?(?: the \w+)?(?: with| by| on)? (.+)$/iu.exec(
      clause,
    )?.[1] ?? /^(?:mention|say|show|put)? ?(.+?) (?:first|at the (?:start|beginning)|up front)$/iu.exec(clause)?.[1];
  if (what === undefined) return undefined;
  const known = knownOpenings.find(({ asked }) => asked.test(what));
  if (known !== undefined) return withWish(so, { ...wishFor(known.kind), time: firstScene, clause });
  const [topics, words] = [topicsIn(what), contentWords(what)];
  return {
    opening: { kind: 'topic', topics, words, clause },
    focus: [...so.focus, ...topics],
    focusWords: [...so.focusWords, ...words],
  };
};

const wishFor = (kind: 'price' | 'offer' | 'question') => ({
  element: { kind },
  isWanted: true,
  isOnly: false,
  seconds: 0,
});

const exclusion: Rule = (clause, so) => {
  const what =
    /^(?:please )?(?:do not|don't|don’t|never|avoid|skip|leave out|without|no) (?:(?:any )?(?:mention(?:ing)?|talk(?:ing)? about|say(?:ing)?|show(?:ing)?|use|using|the|any) )*(.+)$/iu.exec(
      clause,
    )?.[1];
  if (what === undefined) return undefined;
  return avoided(so, what);
};

/** Nouns for groups of people that can be addressed: `Runners, meet ...`. */
const people =
  /(?:[a-z](?:ers|ors|ists|ians|aholics)|people|women|men|moms|mums|dads|folks?|parents|mothers|fathers|families|kids|children|teens|students|teams|couples|lovers|fans|professionals|beginners|adults|athletes|nurses|vets|brides|chefs|cooks|nomads|freelancers|agents|friends|guests|addicts|enthusiasts|geeks|nerds|businesses|startups|companies|seniors|pros|residents|patients|cyclists|everyone)$/iu;
const notPeople =
  /(?:flowers|summers|winters|dinners|corners|computers|rivers|colors|doors|floors|papers|orders|covers|matters|numbers|flavors|indoors|outdoors|mirrors|trailers|containers|drawers|speakers|printers|trousers|sneakers|trainers|letters|centers)$/iu;

const audience: Rule = (clause, so) => {
  const who =
    /^(?:(?:the )?(?:target )?audience(?: is| are)?:?|(?:aimed|targeted|targeting|directed) (?:at|to)?|targeting|speak(?:ing)? to|talk(?:ing)? to|appeal(?:ing)? to|made for|for|it'?s for) (.+)$/iu.exec(
      clause,
    )?.[1];
  if (
    who === undefined ||
    /\b(?:ad|video|spot|film|campaign|launch|seconds?|instagram|tiktok|youtube|social|mood|feel|tone|style|sale|summer|winter|christmas)\b/iu.test(
      who,
    )
  )
    return undefined;
  const bare = who.replace(/^(?:the|our|all|a|an)\s+/iu, '').replace(/[.:]+$/u, '');
  const named = bare.split(/\s+(?:who|that|with|in|aged|over|under)\s/iu)[0] ?? bare;
  const isPeople = people.test(named) && !notPeople.test(named) && named.split(' ').length <= 3;
  const words = [...so.focusWords, ...contentWords(who)];
  return isPeople ? { audience: named, focusWords: words } : { focusWords: words };
};

const emphasis: Rule = (clause, so) => {
  const what =
    /^(?:please )?(?:make sure to |be sure to |also )?(?:focus(?:ing)?(?: more)?(?: on)?|highlight(?:ing)?|emphasi[sz]e|emphasi[sz]ing|stress|underline|feature|mention(?:ing)?(?: that)?|talk about|tell (?:them|people|viewers) (?:about|that)|point out(?: that)?|push|promote|showcase|concentrate on|center on|centre on|it(?:'s| is) all about|all about|about)(?: the| its| our| how)? (.+)$/iu.exec(
      clause,
    )?.[1] ??
    /^(.+?)(?: should be| is)? (?:the (?:main )?focus|in focus|most important|betonen|hervorheben|en avant|destacar)$/iu.exec(
      clause,
    )?.[1];
  if (what === undefined) return undefined;
  const change = { focus: [...so.focus, ...topicsIn(what)], focusWords: [...so.focusWords, ...contentWords(what)] };
  return isClaim.test(what) && what.split(' ').length <= 9 ? { ...change, claims: [...so.claims, what] } : change;
};

/** Something that the direction itself states, such as `30% discount` or `shipping is free`. */
const isClaim = /\d ?%|[€$£¥]\s?\d|\d\s?[€$£]|\bfree\b|\bis\b|\bare\b/iu;

const calmWords =
  /\b(?:calm\w*|quiet\w*|slow\w*|relax\w*|gentl\w*|soft|sooth\w*|peaceful|minimal\w*|serene|understated|ruhig\w*|calme|tranquil\w*|sereno)\b|落ち着|静か|ゆったり|安静|平静|차분|هادئ|शांत|สงบ/iu;
const briskWords =
  /\b(?:energ\w*|fast(?:[- ]paced)?|upbeat|dynamic|punchy|loud|exciting|high[- ]energy|quick(?:ly)?|motivat\w*|bold|energisch|dynamisch|énergique|dinámico)\b|元気|活力|활기|حيوي|ऊर्जा|สนุก/iu;
const toneWords =
  /\b(?:tone|mood|style|feel(?:ing)?|vibes?|lifestyle|aesthetic|elegan\w*|luxur\w*|premium|playful|fun(?:ny)?|humou?r\w*|friendly|warm\w*|serious|professional|technical|modern|classic|natural|bold|happy|joyful|cheerful|confident|trust\w*|emotional|inspir\w*|cinematic|minimal\w*|casual|formal|young|fresh|cool|cosy|cozy|sincere|clean|simple|romantic|dreamy|nostalgic|festive|dramatic|sporty|edgy|mysterious|cute|tender|heartfelt|witty)\b/iu;

const manner: Rule = (clause) => {
  if (clause.split(' ').length > 9 || /^(?:show|add|include|have|with an?|put|depict|animate)\b/iu.test(clause))
    return undefined;
  if (calmWords.test(clause)) return { pace: 'calm' };
  if (briskWords.test(clause)) return { pace: 'brisk' };
  return toneWords.test(clause) ? {} : undefined;
};

/** Accepts clauses that ask for nothing special, such as `make a short video ad for our product`. */
const plain: Rule = (clause) =>
  /^(?:please )?(?:(?:make|create|write|produce|generate|give|we need|i want|i need) (?:me |us )?)?(?:an? |the |this |our )?(?:short |great |nice |good |cool |\d+[- ]second )*(?:video |product |promo(?:tional)? |commercial )*(?:ad|ads|advert|advertisement|video|spot|film|commercial|promo)(?: (?:ad|video|spot))?(?: (?:for|about) (?:our|the|this|my) (?:product|brand|shop|store|company))?$/iu.test(
    clause,
  )
    ? {}
    : undefined;

/** A bare topic such as `durability` or `long battery life`. */
const bareTopic: Rule = (clause, so) => {
  const found = topicsIn(clause);
  if (found.length === 0 || clause.split(' ').length > 5 || /^(?:show|add|include|put|depict|animate)\b/iu.test(clause))
    return undefined;
  return { focus: [...so.focus, ...found], focusWords: [...so.focusWords, ...contentWords(clause)] };
};

const rules: readonly Rule[] = [quotedLine, opening, exclusion, audience, emphasis, plain, manner, bareTopic];

const stopWords = new Set(
  'the and for with that this from your our its are was will have has but not about into than then them they their very more most much just only also please video film advert spot product brand people make mention focus what when where which who how should must auf der die das und für mit les des pour avec los las con para'.split(
    ' ',
  ),
);

/** Words that carry meaning, in lower case. In writing systems without spaces the whole text is one word. */
export function contentWords(text: string): string[] {
  const words = text.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  return words.filter(
    (word) => (word.length >= 4 || /[^\p{Script=Latin}\p{N}'’-]/u.test(word)) && !stopWords.has(word),
  );
}

/** Reports whether a text contains a word, also in another form: `repair` contains `repairs`. */
export function mentions(text: string, word: string): boolean {
  const stem = word.length >= 6 ? word.slice(0, Math.max(5, word.length - 3)) : word;
  return text.toLocaleLowerCase().includes(stem);
}
