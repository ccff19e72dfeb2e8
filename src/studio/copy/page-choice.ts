import { z } from 'zod';
import type { SourcedText } from '../../schema/brand.ts';
import { customaryCall } from '../../words/customary-calls.ts';
import { canBeIn } from '../../words/writing.ts';
import { actionCharactersMax, linesOf, supportCharactersMax, type PageWords } from './page-copy.ts';

/** Texts of the page that are preferred to those that the rules would take first. */
export const PageChoice = z.object({
  headline: z.string().optional(),
  subheadline: z.string().optional(),
  cta: z.string().optional(),
});
export type PageChoice = z.infer<typeof PageChoice>;
export const choiceParts = ['headline', 'subheadline', 'cta'] as const;

/** Texts of the page that may be chosen for each part of an ad, the one that the rules take first in front. */
export type PageChoices = Readonly<Record<(typeof choiceParts)[number], readonly string[]>>;

/** Maximum number of texts of the page for one part, and of characters of a headline that may be chosen. */
const [choicesMax, headlineCharactersMax] = [8, 90];

/** Returns the texts of the page for each part that can be in `language`. */
export function pageChoices(page: PageWords, language: string): PageChoices {
  const choices = (texts: readonly string[], charactersMax: number): string[] =>
    [...new Set(texts)]
      .filter((text) => text !== '' && text.length <= charactersMax && canBeIn(language, text))
      .slice(0, choicesMax);
  return {
    headline: choices(linesOf(page.headlines), headlineCharactersMax),
    subheadline: choices(linesOf(page.subheadlines), supportCharactersMax),
    cta: choices(callsOf(page), actionCharactersMax),
  };
}

const callsOf = ({ ctas, language }: PageWords): string[] =>
  linesOf(ctas).map((text) => customaryCall(text, language) ?? text);

/** Returns the texts of the page with the chosen ones in front. A text that the page does not have changes nothing. */
export function preferring(page: PageWords, { headline, subheadline, cta }: PageChoice): PageWords {
  const calls = callsOf(page);
  return {
    ...page,
    headlines: inFront(page.headlines, linesOf(page.headlines), headline),
    subheadlines: inFront(page.subheadlines, linesOf(page.subheadlines), subheadline),
    ctas: inFront(page.ctas, calls, cta),
  };
}

function inFront(found: readonly SourcedText[], texts: readonly string[], chosen: string | undefined): SourcedText[] {
  const isChosen = (_: unknown, at: number): boolean => texts[at] === chosen;
  return [...found.filter(isChosen), ...found.filter((text, at) => !isChosen(text, at))];
}
