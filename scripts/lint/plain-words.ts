import type { AST, Rule } from 'eslint';

/** Patterns of words that readers outside the project misunderstand, each with what to write instead. */
const plainer: readonly [pattern: RegExp, instead: string][] = [
  [/\banew\b/i, 'again'],
  [/\b(?:who|what|which)(?:so)?ever becomes of\b/i, 'the outcome, by name'],
  [/\bwhoever\b/i, 'the caller, controller or client, by name'],
  [/\b(?:somebody|nobody|anybody|someone else)\b/i, 'the part that acts, by name'],
  [/\bbefalls?\b|\bbefell\b/i, '"happens to"'],
  [/\b(?:is|are|was|were|says|said|has been) told\b|\btells of\b/i, 'logs, reports or returns'],
  [/\bhears\b/i, 'receives'],
  [/\bremembers\b/i, 'keeps, caches or records'],
  [/\bforgets\b/i, 'drops or deletes'],
  [/\b(?:go|goes|going) on\b(?! the| a )/i, 'continues'],
  [/\blet go of\b|\blets go\b/i, 'removes or releases'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repairs'],
  [/\bin peace\b/i, 'nothing: delete it'],
  [/\bof so many\b/i, 'the number, by name'],
  [/\bthe books\b/i, 'the ledger'],
];

/** A word of the list that a text contains, with its replacement and its index in the text. */
export interface Finding {
  word: string;
  instead: string;
  index: number;
}

/** Returns the words of the list that the text contains, at most one for each pattern. */
export function findings(text: string): Finding[] {
  return plainer.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [{ word: found[0], instead, index: found.index }];
  });
}

/** ESLint rule that reports the words of the list in comments and, with the option `strings`, in string literals. */
export const plainWords: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { strings: { type: 'boolean' } }, additionalProperties: false }],
    messages: { plainer: 'Write plain English: instead of "{{word}}", {{instead}}.' },
  },
  create(context) {
    const [options] = context.options as [{ strings?: boolean }?];
    const check = (place: { node: Rule.Node } | { loc: AST.SourceLocation }, text: string): void => {
      for (const { word, instead } of findings(text))
        context.report({ ...place, messageId: 'plainer', data: { word, instead } });
    };
    const listeners: Rule.RuleListener = {
      Program() {
        for (const { loc, value } of context.sourceCode.getAllComments()) if (loc) check({ loc }, value);
      },
    };
    if (options?.strings !== true) return listeners;
    return {
      ...listeners,
      Literal(node) {
        if (typeof node.value === 'string') check({ node }, node.value);
      },
      TemplateElement(node) {
        check({ node }, node.value.raw);
      },
    };
  },
};
