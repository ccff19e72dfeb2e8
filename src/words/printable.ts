import { fold } from './fold.ts';
import { hasPhrase } from './templates.ts';
import { copyRules, type CopyKind, type CopyRule, type Subject } from './rules.ts';

/**
 * Returns the first rule that forbids printing a text of a web page as a headline, supporting text or call to action
 * (`kind`). Returns undefined if an ad may print the text.
 */
export function refusal(text: string, kind: CopyKind, subject: Subject): CopyRule | undefined {
  const line = { text, folded: fold(text) };
  return copyRules.find((rule) => rule.kinds.includes(kind) && rule.isBroken(line, subject, kind));
}

/** Reports whether an ad may print a text of a web page as a headline, supporting text or call to action (`kind`). */
export function isFit(text: string, kind: CopyKind, subject: Subject): boolean {
  return refusal(text, kind, subject) === undefined;
}

const ofPages = new Set(['title', 'label', 'button', 'notice']);

/** Reports whether a text names or operates a page or a part of it, such as "Our products" or "Choose your shop". */
export function isOfPage(text: string): boolean {
  return ofPages.has(refusal(text, 'headline', nobody)?.name ?? '');
}

/**
 * Reports whether the text of a button may be a call to action. A button that puts a product into the bag may be, and
 * one whose words are not known as an action, because a page may have no other.
 */
export function isPossibleCall(text: string): boolean {
  const refused = refusal(text, 'action', nobody)?.name;
  return refused === undefined || refused === 'bag' || refused === 'no-action';
}

/** Reports whether a film may say or show a part of a description. */
export const isStatement = (text: string): boolean => isFit(text, 'statement', nobody);

/** Reports whether a sentence as a whole is a notice. Its parts may be statements. */
export const isNotice = (sentence: string): boolean => hasPhrase('film-statements', 'whole-notice', sentence);

/** Stands for the subject of an ad of which nothing is known yet. */
const nobody: Subject = { brand: null, product: null, language: null };
