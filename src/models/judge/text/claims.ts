import { once } from '../../../domain/once.ts';
import { comparable } from '../../../words/comparable.ts';
import { labelsIn, patternOf } from '../../../words/templates.ts';
import { languagesOf, readTemplates } from '../../../words/word-lists.ts';
import { textLanguage } from '../../../words/text-language.ts';
import { baseOf } from '../../../words/writing.ts';

/** A superlative such as `fastest` is supported only by itself: other claims are supported by any word of their kind. */
const literal = 'superlative';

/** Names that are not claims. */
const courtesy = 'courtesy';

/** Returns the claims of a text that no source makes in any language, as phrases. */
export function unsupportedClaims(text: string, sources: readonly string[], language: string): string[] {
  const made = new Set(sources.flatMap((source) => labelsIn('claims', source)));
  const known = sources.map(comparable);
  const sought = comparable(text);
  const read = new Set([baseOf(language), textLanguage(text)?.language ?? baseOf(language)]);
  const found = [...read]
    .flatMap((each) => [...patternsOf(each)])
    .flatMap(([label, pattern]) =>
      made.has(label) && label !== literal
        ? []
        : (sought.match(pattern) ?? []).filter((each) => !isStated(each, known)),
    );
  const isPart = (each: string): boolean => found.some((other) => other !== each && other.includes(each));
  return found.filter((each) => !isPart(each)).map((each) => `the claim "${each.trim()}"`);
}

/** Texts in a language without a list are compared with the lists of all languages. */
const patternsOf = once((language: string): ReadonlyMap<string, RegExp> => {
  const listed = languagesOf('claims');
  const files = (listed.includes(language) ? [language] : listed).map((each) => readTemplates('claims', each));
  const labels = new Set(files.flatMap((file) => [...file.keys()]).filter((label) => label !== courtesy));
  return new Map([...labels].map((label) => [label, patternOf(label, files)]));
});

/** Number of letters from which on an ending of two letters does not count. */
const inflectedMin = 7;

function isStated(found: string, sources: readonly string[]): boolean {
  const stem = found.length >= inflectedMin ? found.slice(0, -2) : found;
  return sources.some((source) => source.includes(stem));
}
