import type { TimedText } from '../../film/shown-shot.ts';
import type { Span } from '../../film/timeline.ts';
import type { FilmEvidence } from './evidence.ts';
import { hasWords } from './has-words.ts';
import type { ElementKind, Wish, WishedTime } from './wish.ts';

/** A wish that the film does not fulfil. */
export interface Unmet {
  wish: Wish;
  /** Times at which the film has the element. */
  spans: Span[];
}

/** Returns the wishes that a finished film does not fulfil. */
export const unmetWishes = (wishes: readonly Wish[], film: FilmEvidence): Unmet[] =>
  wishes.map((wish) => ({ wish, spans: spansOf(wish, film) })).filter((each) => !isMet(each, film));

function isMet({ wish, spans }: Unmet, film: FilmEvidence): boolean {
  const windows = windowsOf(wish.time, film);
  if (!wish.isWanted) return windows.every((window) => !spans.some((span) => overlap(span, window) > tolerance));
  const isShown = windows.every((window) => spans.some((span) => overlap(span, window) >= neededIn(window)));
  const isLong = wish.seconds === 0 || spans.some((span) => lengthOf(span) >= wish.seconds - tolerance);
  return isShown && isLong && !(wish.isOnly && isElsewhere(spans, windows));
}

/** Seconds for which transitions and animations may show an element outside its time. */
const tolerance = 0.4;
/** Seconds for which an element must be visible in a time, and its share of a shorter time. */
const visibleSeconds = 0.5;
const visibleShare = 0.5;

const lengthOf = ({ startSeconds, endSeconds }: Span): number => endSeconds - startSeconds;
const neededIn = (window: Span): number => Math.min(visibleSeconds, lengthOf(window) * visibleShare);
const overlap = (a: Span, b: Span): number =>
  Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds);

const isElsewhere = (spans: readonly Span[], windows: readonly Span[]): boolean =>
  spans.some((span) => {
    const within = windows.reduce((sum, window) => sum + Math.max(0, overlap(span, window)), 0);
    return lengthOf(span) - within > tolerance;
  });

/** Returns the spans in which an element is wanted: in each of them, at some time. */
function windowsOf(time: WishedTime, { seconds, shots }: FilmEvidence): Span[] {
  const between = (startSeconds: number, endSeconds: number): Span[] => [
    { startSeconds: Math.max(0, startSeconds), endSeconds: Math.min(seconds, endSeconds) },
  ];
  switch (time.kind) {
    case 'seconds':
      return between(time.from, time.to);
    case 'last-seconds':
      return between(seconds - time.seconds, seconds);
    case 'scene':
      return shots.slice(time.at).slice(0, 1);
    case 'before-last-scene':
      return between(0, shots.at(-1)?.startSeconds ?? seconds);
    case 'every-scene':
      return [...shots];
  }
}

/** Returns the spans in which a film has an element, in order. Spans that follow each other are joined. */
function spansOf({ element, isWanted }: Wish, film: FilmEvidence): Span[] {
  if (element.kind === 'quote') return joined(worded(film, [element.words]));
  // Words that the voice says have no captions where the picture shows them in large type.
  if (element.kind === 'captions' && isWanted) return joined([...film.captions, ...film.said]);
  return joined(finders[element.kind](film));
}

type Finder = (film: FilmEvidence) => Span[];

/** An amount of money, for a film whose price is only in the sentences of the description. */
const money = /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}|\p{Nd}\s?(?:EUR|USD|GBP|CHF)\b|\b(?:EUR|USD|GBP|CHF)\s?\p{Nd}/u;

const whole = ({ seconds }: FilmEvidence): Span => ({ startSeconds: 0, endSeconds: seconds });

const finders: Record<Exclude<ElementKind, 'quote'>, Finder> = {
  product: ({ shots }) => shots.filter(({ picture }) => picture === 'product'),
  lifestyle: ({ shots }) => shots.filter(({ picture }) => picture === 'lifestyle'),
  logo: ({ shots }) => shots.filter(({ hasLogo }) => hasLogo),
  product_name: (film) => worded(film, [film.texts.productName]),
  brand_name: (film) => worded(film, [film.texts.brandName]),
  price: (film) =>
    film.texts.price.length > 0
      ? worded(film, film.texts.price)
      : allTexts(film).filter(({ text }) => money.test(text)),
  offer: (film) => worded(film, [film.texts.offer]),
  headline: (film) => worded(film, [film.texts.headline]),
  subheadline: (film) => worded(film, [film.texts.subheadline]),
  cta: (film) => worded(film, [film.texts.cta]),
  question: (film) => allTexts(film).filter(({ text }) => /[?？؟]$/u.test(text.trim())),
  text: ({ shots }) => shots.flatMap(({ texts }) => texts.filter(({ text }) => text !== '')),
  captions: ({ captions }) => [...captions],
  voice: ({ said }) => [...said],
  music: (film) => (film.hasMusic ? [whole(film)] : []),
  sound: (film) => (film.hasMusic ? [whole(film)] : [...film.said]),
};

const allTexts = ({ shots, said }: FilmEvidence): TimedText[] => [...shots.flatMap(({ texts }) => texts), ...said];

/** Returns the spans in which the film shows or says one of the texts. */
const worded = (film: FilmEvidence, wanted: readonly string[]): Span[] => [
  ...wanted.flatMap((each) => shownSpans(film, each)),
  ...film.said.filter(({ text }) => wanted.some((each) => hasWords(text, each))),
];

/** A long text is shown in parts, one after the other, in one shot or in several. */
function shownSpans({ shots }: FilmEvidence, wanted: string): Span[] {
  const texts = shots.flatMap((shot) => shot.texts);
  const whole = texts.filter(({ text }) => hasWords(text, wanted));
  const isDivided = whole.length === 0 && hasWords(texts.map(({ text }) => text).join(' '), wanted);
  return isDivided ? texts.filter(({ text }) => hasWords(wanted, text)) : whole;
}

function joined(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.startSeconds - b.startSeconds);
  return sorted.reduce<Span[]>((so, { startSeconds, endSeconds }) => {
    const last = so.at(-1);
    if (last === undefined || startSeconds > last.endSeconds + tolerance) return [...so, { startSeconds, endSeconds }];
    return [...so.slice(0, -1), { ...last, endSeconds: Math.max(last.endSeconds, endSeconds) }];
  }, []);
}
