import { fold } from './fold.ts';
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
