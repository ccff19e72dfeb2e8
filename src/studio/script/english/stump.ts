import { wordCount } from '../../text/count.ts';
import { mayBeThirdPerson } from './verbs.ts';

/** Words after which something must follow. */
const dangling =
  /(?:^|\s)(?:and|or|the|an?|of|for|in|on|with|at|by|to|from|that|is|are|made|your|its|suitable|ready|perfect|ideal|designed|built|free|safe|easy|rich|high|low|great|good|available|able|known|used|based|full|proud|capable|compatible|similar|due|famous|good|made|backed|trusted|rated|loved|inspired|powered|recommended|suited|comes?|stands?|goes|go|come|works?|fits?|holds?|takes?|turns?|lasts?|gets?|it|them|you|us|so|such|as|more|less|both|between|either)$/iu;

/** A relative clause or a subordinate clause that has only begun: `cream that works`, `knows when you`. */
const begunClause = /\b(?:that|which|who|whose|where|when|while|because|if|until|than)(?:\s\S+){0,2}$/iu;

/** Reports whether the beginning of a sentence is not whole without what follows it. */
export function isStump(head: string): boolean {
  const last = head.split(' ').at(-1) ?? '';
  return (
    wordCount(head) < 2 ||
    dangling.test(head) ||
    begunClause.test(head) ||
    /,\s*\S+$/u.test(head) ||
    /\b(?:between|both|from|either|such|so|as|more|less)\b/iu.test(head) ||
    (mayBeThirdPerson(last) &&
      /s$/u.test(last) &&
      !/\s(?:of|for|with|in|on|at|by|from|the|your|our|its|\d+)\s(?:\S+\s)?\S+$/iu.test(head))
  );
}
