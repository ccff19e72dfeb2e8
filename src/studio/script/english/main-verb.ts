import { baseForm, isAuxiliary, isThirdPerson, startsObject } from './verbs.ts';

/** Returns the position of the main verb; -1 if the words are a noun phrase. Verbs of relative clauses do not count. */
export function mainVerb(words: readonly string[]): number {
  let relatives = 0;
  for (const [at, word] of words.entries()) {
    if (/^(?:that|which|who|whose|where|when|because|if|while|until|before|after|as|than)$/iu.test(word) && at > 0)
      relatives += 1;
    else if (at > 0 && isFinite(words, at)) {
      if (relatives === 0) return at;
      relatives -= 1;
    }
  }
  return -1;
}

function isFinite(words: readonly string[], at: number): boolean {
  const before = (words[at - 1] ?? '').toLowerCase();
  if (beforeNouns.test(before)) return false;
  return isAuxiliary(words[at]) || isThirdPerson(words, at) || isPluralVerb(words, at);
}

/** Words after which a noun follows, not a verb. */
const beforeNouns = /^(?:to|a|an|the|your|our|its|of|for|with|in|by|and|every|each)$|,$/u;

function isPluralVerb(words: readonly string[], at: number): boolean {
  const before = (words[at - 1] ?? '').toLowerCase();
  if (baseForm(`${words[at] ?? ''}s`) === undefined) return false;
  return /^(?:you|we|they)$/u.test(before) || (/(?:[^s]s|\d)$/u.test(before) && startsObject(words[at + 1]));
}
