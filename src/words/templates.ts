import { comparable, unaccented } from './comparable.ts';
import { numberSource } from './numbers.ts';
import { lazily, once } from '../domain/once.ts';
import { type LabelledListName, languagesOf, readTemplates } from './word-lists.ts';

/**
 * Returns regular expressions by label for the templates of a list in all languages, because clients mix them. A longer
 * template comes first. The text must be `comparable`. Each number is a group.
 */
export const templates = once((list: LabelledListName): ReadonlyMap<string, RegExp> => {
  const files = languagesOf(list).map((language) => readTemplates(list, language));
  const labels = new Set(files.flatMap((file) => [...file.keys()]));
  return new Map([...labels].map((label) => [label, patternOf(label, files)]));
});

/** Returns the regular expression for the templates of a label. */
export function templatesOf(list: LabelledListName, label: string): RegExp {
  const pattern = templates(list).get(label);
  if (pattern === undefined) throw new Error(`the word list ${list} has no label ${label}`);
  return pattern;
}

/** Returns the parts of a text that match a template of a label, as `comparable` returns them. */
export const foundPhrases = (list: LabelledListName, label: string, text: string): string[] =>
  comparable(text).match(templatesOf(list, label)) ?? [];

/** Reports whether a part of a text matches a template of a label. */
export const hasPhrase = (list: LabelledListName, label: string, text: string): boolean =>
  comparable(text).search(templatesOf(list, label)) >= 0;

/** Returns the labels of a list with a template that a part of the text matches. */
export const labelsIn = (list: LabelledListName, text: string): string[] =>
  [...templates(list).keys()].filter((label) => hasPhrase(list, label, text));

/**
 * Returns the texts before and after the first part of a text that matches a template of a label, as they are written.
 */
export function aroundPhrase(
  list: LabelledListName,
  label: string,
  text: string,
): { before: string; after: string } | undefined {
  const [match] = comparable(text).matchAll(templatesOf(list, label));
  if (match === undefined) return undefined;
  const end = match.index + match[0].length;
  // A character may have another length in the text that is compared.
  let [before, after, offset] = ['', '', 0];
  for (const { segment } of characters().segment(text)) {
    if (offset >= end) after += segment;
    offset += comparable(segment).length;
    if (offset <= match.index) before += segment;
  }
  return { before: before.trim(), after: after.trim() };
}

const characters = lazily(() => new Intl.Segmenter());

type ByLabel = ReadonlyMap<string, readonly string[]>;

/** Returns the regular expression for the templates of a label in some files. Throws if a template is malformed. */
export const patternOf = (label: string, files: readonly ByLabel[]): RegExp =>
  new RegExp(sourceOfLabel(label, files), 'gu');

/** Matches a template that ends with `-`, or with `-` before its context in braces. */
const partOfWord = /-(?:\{.*\})?$/u;

function sourceOfLabel(label: string, files: readonly ByLabel[]): string {
  const all = files.flatMap((file) => (file.get(label) ?? []).map((template) => ({ template, file })));
  const longestFirst = all.toSorted((a, b) => b.template.length - a.template.length);
  const [parts, whole] = [true, false].map((isPart) =>
    longestFirst.filter(({ template }) => partOfWord.test(template) === isPart),
  );
  const sourcesOf = (some: typeof all = []): string[] =>
    some.map(({ template, file }) => sourceWithContext(template, file));
  const wholeSource = (sources: readonly string[]): string[] =>
    sources.length === 0 ? [] : [`(?:${sources.join('|')})${edge}`];
  return `${edge}(?:${[...wholeSource(sourcesOf(whole)), ...sourcesOf(parts)].join('|')})`;
}

const spacedScripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari'];
/** Letters of writing systems with spaces between words, marks and digits. */
const letter = String.raw`[${spacedScripts.map((script) => String.raw`\p{Script=${script}}`).join('')}\p{M}\p{N}]`;
/** Matches except inside a word. In writing systems without spaces between words, any character may begin a word. */
const edge = `(?:(?<!${letter})|(?!${letter}))`;

function sourceWithContext(template: string, file: ByLabel): string {
  const [, before, body = '', not, after] = /^(?:\{(.*?)\})?(.*?)-?(?:\{(!?)(.*)\})?$/u.exec(template) ?? [];
  if (body === '') throw new Error(`the template "${template}" has no words`);
  if (before?.startsWith('!') === true) throw new Error(`the template "${template}" begins with {!`);
  const behind = before === undefined ? '' : `(?<=${sourceOf(before, file)})`;
  const ahead = after === undefined ? '' : `(?${not === '' ? '=' : '!'}${sourceOf(after, file)})`;
  return behind + sourceOf(body, file) + ahead;
}

function sourceOf(template: string, file: ByLabel): string {
  const fault = faultOf(template, file);
  if (fault !== undefined) throw new Error(`the template "${template}" has ${fault}`);
  return unaccented(template).replace(namedOrMark, (mark, label: string | undefined) =>
    label === undefined
      ? sourceOfMark(mark)
      : `(?:${(file.get(label) ?? []).map((each) => sourceOf(each, file)).join('|')})`,
  );
}

const named = /<([a-z-]+)>/gu;
const namedOrMark = new RegExp(`${named.source}|[^\\p{L}\\p{M}\\p{N}]`, 'gu');

function faultOf(template: string, file: ByLabel): string | undefined {
  const unknown = [...template.matchAll(named)].find(([, label = '']) => !file.has(label));
  if (unknown !== undefined) return `the unknown label ${unknown[0]}`;
  const [stray] = /[\\{}<>[\]()|]/u.exec(withoutPairs(template.replace(named, ''))) ?? [];
  return stray === undefined ? undefined : `a "${stray}" in the wrong place`;
}

/** Removes optional parts and alternatives. */
function withoutPairs(template: string): string {
  const rest = template.replace(/\[[^[\]()]*\]|\([^[\]()]*\)/gu, '');
  return rest === template ? rest : withoutPairs(rest);
}

const sourceOfMark = (mark: string): string => (mark === '#' ? numberSource() : (sources[mark] ?? mark));

const sources: Readonly<Record<string, string>> = {
  ' ': ' +',
  '[': '(?:',
  ']': ')?',
  '(': '(?:',
  '*': '[^ .,:;!?]*',
  '€': String.raw`\p{Sc}`,
  '+': String.raw`\+`,
  '.': String.raw`\.`,
  '?': String.raw`\?`,
};
