import { isWord } from '../../../words/word-sets.ts';
import { wordCount } from '../../text/count.ts';
import { mayBeThirdPerson } from './verbs.ts';

/** A relative clause or a subordinate clause that has only begun: `cream that works`, `knows when you`. */
const begunClause = /\b(?:that|which|who|whose|where|when|while|because|if|until|than)(?:\s\S+){0,2}$/iu;

/** Reports whether the beginning of a sentence is not whole without what follows it. */
export function isUnfinished(head: string): boolean {
  const last = head.split(' ').at(-1) ?? '';
  return (
    wordCount(head) < 2 ||
    isWord('english', 'dangling', last.toLowerCase()) ||
    begunClause.test(head) ||
    /,\s*\S+$/u.test(head) ||
    /\b(?:between|both|from|either|such|so|as|more|less)\b/iu.test(head) ||
    (mayBeThirdPerson(last) &&
      /s$/u.test(last) &&
      !/\s(?:of|for|with|in|on|at|by|from|the|your|our|its|\d+)\s(?:\S+\s)?\S+$/iu.test(head))
  );
}
