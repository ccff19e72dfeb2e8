import { fold } from './fold.ts';
import { copyRules, type CopyKind, type CopyRule, type Subject } from './rules.ts';

/** Returns the first rule that a text breaks as a kind of copy; undefined if an ad may print the text. */
export function refusal(text: string, kind: CopyKind, subject: Subject): CopyRule | undefined {
  const line = { text, folded: fold(text) };
  return copyRules.find((rule) => rule.kinds.includes(kind) && rule.isBroken(line, subject, kind));
}

/** Reports whether an ad may print a text as a kind of copy. */
export function isFit(text: string, kind: CopyKind, subject: Subject): boolean {
  return refusal(text, kind, subject) === undefined;
}
