import { clipped } from '../../../domain/clipped.ts';
import type { Span } from '../../film/timeline.ts';
import type { FilmEvidence } from './evidence.ts';
import { type Unmet, unmetWishes } from './judge-wishes.ts';
import type { ElementKind, Wish, WishedElement } from './wish.ts';

/** Maximum number of notes on wishes. */
const notesMax = 8;

/** Returns a note with the reason for each wish that the finished film does not fulfil. */
export const wishNotes = (wishes: readonly Wish[], film: FilmEvidence): string[] =>
  unmetWishes(wishes, film)
    .slice(0, notesMax)
    .map(
      (unmet) =>
        `generation_metadata.user_prompt: “${clipped(unmet.wish.clause, 80)}” was not followed: ${reasonOf(unmet, film)}.`,
    );

const names: Record<Exclude<ElementKind, 'quote'>, string> = {
  product: 'the product',
  product_name: 'the name of the product',
  brand_name: 'the name of the brand',
  logo: 'the logo',
  price: 'the price',
  offer: 'the offer',
  headline: 'the headline',
  subheadline: 'the subheadline',
  cta: 'the call to action',
  question: 'a question',
  lifestyle: 'a lifestyle picture',
  text: 'text',
  captions: 'captions',
  voice: 'a voice-over',
  music: 'music',
  sound: 'sound',
};

const nameOf = (element: WishedElement): string =>
  element.kind === 'quote' ? `“${clipped(element.words, 60)}”` : names[element.kind];

function reasonOf({ wish: { element, isWanted }, spans }: Unmet, film: FilmEvidence): string {
  const name = nameOf(element);
  if (spans.length > 0) return `the film has ${name} ${timesOf(spans, film)}`;
  return (isWanted ? film.lacks[element.kind] : undefined) ?? `the film does not have ${name}`;
}

/** Share of the film above which an element is there all the time. */
const allTheTime = 0.95;

function timesOf(spans: readonly Span[], { seconds }: FilmEvidence): string {
  const sum = spans.reduce((total, { startSeconds, endSeconds }) => total + endSeconds - startSeconds, 0);
  if (sum >= seconds * allTheTime) return 'all the time';
  const shown = spans.map(({ startSeconds, endSeconds }) => `from ${rounded(startSeconds)} to ${rounded(endSeconds)}`);
  return `${new Intl.ListFormat('en').format(shown)} seconds`;
}

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
