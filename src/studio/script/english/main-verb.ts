import { baseForm, isAuxiliary, isThirdPerson, startsObject } from './verbs.ts';

/** Returns the position of the main verb; -1 if the words are a noun phrase. Verbs of relative clauses do not count. */
export function mainVerb(words: readonly string[]): number {
  let relatives = 0;
  for (const [at, word] of words.entries()) {
    if (/^(?:that|which|who|whose|where|when|because|if|while|until|before|after|as|than)$/iu.test(word) && at > 0) relatives += 1;
    else if (at > 0 && isFinite(words, at)) {
      if (relatives === 0) return at;
      relatives -= 1;
    }
  }
  return -1;
}

function isFinite(words: readonly string[], at: number): boolean {
  const before = (words[at - 1] ?? '').toLowerCase();
  if (before === 'to' || /^(?:a|an|the|your|our|its|of|for|with|in|by|and|every|each)$/u.test(before) || before.endsWith(',')) return false;
  if (isAuxiliary(words[at])) return true;
  if (isThirdPerson(words, at)) return true;
  const isBase = baseForm(`${words[at] ?? ''}s`) !== undefined;
  return isBase && (/^(?:you|we|they)$/u.test(before) || (/(?:[^s]s|\d)$/u.test(before) && startsObject(words[at + 1])));
}
