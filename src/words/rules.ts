import { address as webAddress } from './address.ts';
import { isHollow, wordCount } from './words.ts';
import { hasActionWord, isBagButton, isContactCall } from './actions.ts';
import { fold } from './fold.ts';
import { languages, type Language } from './languages.ts';
import { phrases, wordsByLanguage } from './phrases.ts';
import { foundPhrases, hasPhrase } from './templates.ts';
import type { WordListName } from './word-lists.ts';

/** Role of a text in an ad. A `statement` is a part of a description that a film says or shows. */
export type CopyKind = 'headline' | 'support' | 'action' | 'statement';

/** A text of a web page or a request that an ad could print. */
export interface Line {
  text: string;
  /** The text in lower case without accents and punctuation. */
  folded: string;
}

/** Subject of an ad: its brand and product, and the language of the page. */
export interface Subject {
  brand: string | null;
  product: string | null;
  /** Language of the page as a BCP-47 tag. */
  language: string | null;
}

export interface CopyRule {
  name: string;
  /** Reason for which an ad does not print the text, as a clause about the text. */
  reason: string;
  kinds: readonly CopyKind[];
  isBroken: (line: Line, subject: Subject, kind: CopyKind) => boolean;
}

const printed = ['headline', 'support', 'action'] as const;
const all = [...printed, 'statement'] as const;
const spoken = ['statement'] as const;
const prose = ['headline', 'support'] as const;

const known: ReadonlySet<string> = new Set(languages);

/**
 * Rules for texts of web pages. Each rule applies to some kinds of copy (`kinds`). An ad does not print a text as such
 * a kind of copy if the text breaks the rule.
 */
export const copyRules: readonly CopyRule[] = [
  { name: 'letters', reason: 'it has too few letters', kinds: printed, isBroken: ({ text }) => !hasLetters(text) },
  { name: 'code', reason: 'it is code', kinds: all, isBroken: ({ text }) => code.test(text) },
  { name: 'file', reason: 'it is the name of a file or version', kinds: all, isBroken: ({ text }) => file.test(text) },
  { name: 'filler', reason: 'it is filler text', kinds: all, isBroken: isFiller },
  { name: 'contact', reason: 'it is an address, a date or a copyright', kinds: all, isBroken: isContact },
  {
    name: 'trail',
    reason: 'it is a list or a breadcrumb trail',
    kinds: printed,
    isBroken: ({ text }) => trail.test(text),
  },
  { name: 'step', reason: 'it is a step of a guide', kinds: printed, isBroken: ({ text }) => step.test(text) },
  {
    name: 'bag',
    reason: 'it is a button that fills the bag',
    kinds: printed,
    isBroken: ({ text }) => isBagButton(text),
  },
  { name: 'button', reason: 'it is a button that operates the page', kinds: all, isBroken: isButton },
  { name: 'label', reason: 'it is a label or an option of a form', kinds: all, isBroken: isLabel },
  { name: 'notice', reason: 'it is a notice', kinds: all, isBroken: isPageNotice },
  { name: 'title', reason: 'it is a title of a page or section', kinds: all, isBroken: isTitle },
  { name: 'call', reason: 'it is a call to action', kinds: prose, isBroken: isBareCall },
  { name: 'question', reason: 'it is a question', kinds: printed, isBroken: isQuestion },
  { name: 'name', reason: 'it repeats the name of the brand', kinds: printed, isBroken: isBrand },
  { name: 'twice', reason: 'it says the same twice', kinds: printed, isBroken: ({ folded }) => doubled.test(folded) },
  { name: 'quote', reason: 'it is a quotation', kinds: prose, isBroken: ({ text }) => quote.test(text) },
  { name: 'person', reason: 'it names a person', kinds: prose, isBroken: ({ text }) => person.test(text) },
  { name: 'fragment', reason: 'it is a part of a sentence', kinds: prose, isBroken: isFragment },
  { name: 'joined', reason: 'it joins sentences', kinds: prose, isBroken: ({ text }) => joined.test(text) },
  { name: 'sentence', reason: 'it is not a sentence', kinds: ['support'], isBroken: isNoSentence },
  { name: 'unbrief', reason: 'it is too long or has numbers', kinds: ['action'], isBroken: isUnbrief },
  { name: 'address', reason: 'it has an address', kinds: spoken, isBroken: ({ text }) => text.search(webAddress) >= 0 },
  { name: 'advice', reason: 'it is advice or small print', kinds: spoken, isBroken: isAdvice },
  { name: 'hollow', reason: 'it says nothing of its own', kinds: spoken, isBroken: ({ text }) => isHollow(text) },
  { name: 'size', reason: 'it is a package size or an age limit', kinds: spoken, isBroken: isSize },
  { name: 'marks', reason: 'it has marks', kinds: spoken, isBroken: ({ text }) => marks.test(text) },
  { name: 'no-action', reason: 'it asks for no action', kinds: ['action'], isBroken: isNoAction },
];

const hasLetters = (text: string): boolean => {
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return letters >= 2 && letters * 2 >= text.replace(/\s/g, '').length;
};

const code =
  /[<>{}\\]|https?:|www\.|=>|\(\)|(?<!\p{Script=Greek});$|\[object |\bundefined\b|\bNaN\b|%[sd]\b|&(?:[a-z]{2,8}|#\d{2,6});|\b[a-z]+_[a-z]+|\b[a-z]+[A-Z][a-z]*\(|^[\w-]+\.[\w-]+\(/u;
const file =
  /\.(?:jpe?g|png|gif|webp|avif|svg|pdf|docx?|xlsx?|zip|mp[34]|html?|php|css|js|ts|json|xml|txt|csv)(?![\p{L}\d])|\bv?\d+\.\d+\.\d+|\b(?:v|version |ver\. ?)\d+(?:\.\d+)?$|^(?:img|dsc|image|photo|screenshot|untitled)[-_ ]?\d+/iu;
const mail = /[^\s@]{1,64}@[^\s@]{1,255}\.\p{L}{2,}/u;
const phone = /(?:\+|\b0|\()\d[\d\s()/.-]{6,}\d/;
/** Matches a postcode before or after a place: `Rue Haute 3 L-1222 Luxembourg`, `Kelp Road 5, 10115 Berlin`. */
const address = /\b[A-Z]{1,2}-\d{4,5} \p{Lu}|\d\p{L}?,? \d{4,5} \p{Lu}|, [A-Z]{2},? \d{5}\b/u;
const legal = /[©®]\s?\d{4}|\bcopyright\b|\(c\) ?\d{4}/i;
const clock = /\b\d{1,2}[:.]\d{2}\s?(?:[-–—]|to|bis|à|a)\s?\d{1,2}[:.]\d{2}/i;
const day =
  /^\p{L}{0,12}[.,]?\s?\d{1,2}[./ -]\s?(?:\d{1,2}|\p{L}{3,12})[./, -]+\d{2,4}\.?$|^\p{L}{3,12}\.? \d{1,2},? \d{4}$/u;
const trail = / [|›»→>] |(?: [–-] .{1,40}){3}|(?:\s?[·•/]\s[^·•/]{1,40}){2}|^[›»→>|•·]/;
/** Matches a number in a circle at the start. */
const step = /^[\u2460-\u2473\u2776-\u2793\u3280-\u3289]/u;
const doubled = /^(.{2,}?)(?: \1)+$/u;
const person =
  /,\s?(?:ph\.? ?d|dr|m\.?d|dvm|d\.?d\.?s|mba|msc|bsc|esq|cpa|rn|ceo|cto|cfo|coo)\b\.?|\b(?:chief \w+(?: \w+)? officer|co-?founder|vice president|managing director|geschäftsführer(?:in)?|head of \w+)\b|^(?:dr|prof|mr|mrs|ms|herr|frau|mme)\.? \p{Lu}/iu;
const quote = /^[“"„«'‘].*[”"“»'’]\W{0,2}$/u;
/** Matches the end of a sentence without a blank after it, such as `tobacco.Acquire`. */
const joined = /[\p{Ll}\d)][.!?]\p{Lu}\p{Ll}|[.!?]{2,}\p{L}/u;

/**
 * Reports whether a text is filler text. Two Latin words that no living language has are no coincidence; of words that
 * Spanish, Italian and other languages have too, three are needed.
 */
function isFiller({ folded }: Line): boolean {
  const [only = 0, too = 0] = ['latin', 'latin-too'].map(
    (label) => new Set(foundPhrases('page-words', label, folded)).size,
  );
  return hasPhrase('page-words', 'filler', folded) || only >= 2 || only + too >= 3;
}

function isContact({ text }: Line): boolean {
  return [mail, phone, address, legal, clock, day].some((pattern) => pattern.test(text));
}

function isButton({ folded }: Line, _: Subject, kind: CopyKind): boolean {
  return kind === 'action' || kind === 'statement'
    ? phrases('buttons').isLike(folded)
    : phrases('buttons').isExactly(folded);
}

function isLabel({ text, folded }: Line, _: Subject, kind: CopyKind): boolean {
  const isWhole = kind === 'action' ? phrases('labels').isLike(folded) : phrases('labels').isFirmly(folded);
  const [, label] = /^([^:：]{1,30})[:：]/u.exec(text) ?? [];
  return isWhole || (label !== undefined && isPageWord(fold(label)));
}

/** A notice such as `Free shipping over $40` may be said in a film, if a description has it. */
function isPageNotice({ folded }: Line, _: Subject, kind: CopyKind): boolean {
  return kind === 'statement' ? phrases('notices').isExactly(folded) : phrases('notices').isLike(folded);
}

const isPageWord = (folded: string): boolean =>
  phrases('labels').isExactly(folded) || phrases('titles').isExactly(folded) || phrases('buttons').isExactly(folded);

function isTitle({ text, folded }: Line, { brand }: Subject, kind: CopyKind): boolean {
  if (kind === 'action' && isContactCall(folded)) return false;
  const parts = text.split(/ [/–—-] | ?[(（]/u).map(fold);
  if (kind !== 'statement' && phrases('titles').isLike(folded)) return true;
  return [...parts, withoutBrand(folded, brand)].some(phrases('titles').isExactly);
}

/** Returns a folded text without the name of the brand, as in `why choose` for `why choose straforma`. */
function withoutBrand(folded: string, brand: string | null): string {
  const name = fold(brand ?? '');
  return name === '' ? folded : ` ${folded} `.replace(` ${name} `, ' ').trim();
}

function isBareCall({ folded }: Line): boolean {
  return phrases('bare-calls').isExactly(folded);
}

/** Matches a question mark at the end of a text. The question mark of Greek looks like a semicolon. */
const questionMark = /(?:[?？؟\u037E]|(?<=\p{Script=Greek});)["”»]?$/u;

function isQuestion({ text, folded }: Line, _: Subject, kind: CopyKind): boolean {
  const isAsked = questionMark.test(text);
  return kind === 'headline' ? isAsked && phrases('questions').isLike(folded) : isAsked;
}

/**
 * Reports whether a text is only the name of the brand or a part of it, or contains the name twice. An ad shows this
 * name anyway, so the text would repeat it.
 */
function isBrand({ text: raw, folded }: Line, { brand, product }: Subject): boolean {
  const name = fold(brand ?? '');
  if (name.length < 2) return false;
  const bare = fold(raw.replace(/ ?[(（][^()（）]*[)）]$/u, ''));
  const [text, whole] = [bare, name].map((each) => each.replaceAll(' ', ''));
  const isPart = ` ${name} `.includes(` ${bare} `) || (whole?.startsWith(text ?? '') === true && isMost(text, whole));
  return (isPart && folded !== fold(product ?? '')) || ` ${folded} `.split(` ${name} `).length > 2;
}

const isMost = (part = '', whole = ''): boolean => part.length * 2 > whole.length;

const openPunctuation = /(?:[,:&+/(–—-]|(?<!\p{Script=Greek});|…|\.{3})$|^[,.;:!?)\]–—…-]/u;

const isOpen = (text: string): boolean => openPunctuation.test(text) || !isBalanced(text);

/** Matches the start of an item of a list. */
const listItem = /^(?:\p{Extended_Pictographic}|\d{1,2}[.)] )/u;

function isFragment({ text, folded }: Line, subject: Subject, kind: CopyKind): boolean {
  if (isOpen(text) || (kind === 'support' && listItem.test(text))) return true;
  if (!/[.!?。！？]$/u.test(text) && folded.includes(' ') && isOneOf('open-endings', lastWord(folded), subject))
    return true;
  const isLower = /^\p{Ll}(?!\p{Lu})/u.test(text);
  const isNamed = [subject.brand, subject.product].some((name) => (name ?? '') !== '' && text.startsWith(name ?? ''));
  return isLower && !isNamed && (kind === 'support' || isOneOf('open-beginnings', firstWord(folded), subject));
}

/** Reports whether a sentence refers to the one before it, as in "It is soft." Such a sentence does not stand alone. */
export function refersBack(sentence: string, language: string): boolean {
  return isOneOf('open-beginnings', firstWord(fold(sentence)), { language });
}

/**
 * Reports whether a word is in the list for English or for the language of the page. English counts for every page,
 * because many pages in other languages contain English words.
 */
function isOneOf(list: WordListName, word: string, { language }: Pick<Subject, 'language'>): boolean {
  const lists = wordsByLanguage(list);
  return lists.get('en')?.has(word) === true || lists.get(languageOf(language))?.has(word) === true;
}

const firstWord = (folded: string): string => folded.split(' ')[0] ?? '';
const lastWord = (folded: string): string => folded.split(' ').at(-1) ?? '';

const pairs = [
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
] as const;

function isBalanced(text: string): boolean {
  if (/[„‚]/u.test(text)) return true;
  return pairs.every(([open, close]) => text.split(open).length === text.split(close).length);
}

/** Languages without word lists of their own, and the language whose lists are close enough. */
const closest: ReadonlyMap<string, Language> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['ms', 'id'],
  ['sr', 'hr'],
  ['bs', 'hr'],
]);

function languageOf(tag: string | null): Language | undefined {
  const base = (tag ?? '').split('-')[0]?.toLowerCase() ?? '';
  return closest.get(base) ?? languages.find((language) => language === base);
}

/**
 * Reports whether a text is too short for a sentence or is a name. A text of capitalised words without a full stop
 * counts as a name, such as that of a product.
 */
function isNoSentence({ text }: Line): boolean {
  const isCapitalised = text
    .trim()
    .split(/\s+/u)
    .every((word) => /^[\p{Lu}\p{N}&+–-]/u.test(word));
  const isName = isCapitalised && !/[.!?]$/.test(text) && /\p{Ll}/u.test(text);
  return wordCount(text) < 3 || isName;
}

function isUnbrief({ text }: Line): boolean {
  return wordCount(text) > 6 || /[,;:]|\d(?![\d.,]*\s?[%€$£])/u.test(text);
}

/**
 * Reports whether a text lacks a word for an action. Such words are not required in a language without word lists, in
 * which they are not known.
 */
function isNoAction({ folded }: Line, { language }: Subject): boolean {
  if (hasActionWord(folded)) return false;
  return language === null || known.has(languageOf(language) ?? '');
}

function isAdvice({ text }: Line): boolean {
  return hasPhrase('film-statements', 'notice', text);
}

/** Matches marks that cannot be spoken, and the number of an article, such as `AB1234`. */
const marks = /[{}<>=\\]|["“”„«»]|\b[A-Z]{2,}\d{4,}\b/u;

/** Matches an age limit, such as `From four months` or `Ages 3 and up`. */
const ageLimit =
  /^(?:from|for(?: children)?(?: from| aged)?|ages?|aged) (?:ages? )?[\p{L}\d]+(?: (?:months?|years?)| and (?:up|over))\b.{0,12}$/iu;

/** Matches the size of a package, such as `500 ml bottle` or `100g入り`. */
const packSize = /^\P{N}{0,14}\d+(?:[.,]\d+)?\s?(?:g|kg|ml|cl|l|oz|cm|mm|m|lbs?|克)(?![a-z])\P{N}{0,10}$/iu;

function isSize({ text }: Line): boolean {
  return ageLimit.test(text) || (packSize.test(text) && !hasPhrase('film-statements', 'weight', text));
}
