import { comparable, unaccented } from './comparable.ts';
import { numberSource } from './numbers.ts';
import { once } from '../domain/once.ts';
import { type LabelledListName, languagesOf, readTemplates } from './word-lists.ts';

/**
 * Returns regular expressions by label for the templates of a list in all languages, because clients mix them. A longer
 * template comes first. The text must be `comparable`. Each number is a group.
 */
export const templates = once((list: LabelledListName): ReadonlyMap<string, RegExp> => {
  const files = languagesOf(list).map((language) => readTemplates(list, language));
  const labels = new Set(files.flatMap((file) => [...file.keys()]));
  return new Map([...labels].map((label) => [label, new RegExp(sourceOfLabel(label, files), 'gu')]));
});

/** Returns the regular expression for the templates of a label. */
export function templatesOf(list: LabelledListName, label: string): RegExp {
  const pattern = templates(list).get(label);
  if (pattern === undefined) throw new Error(`the word list ${list} has no label ${label}`);
  return pattern;
}

/** Returns the parts of a text that match a template of a label, as `comparable` returns them. */
export const found = (list: LabelledListName, label: string, text: string): string[] =>
  comparable(text).match(templatesOf(list, label)) ?? [];

/** Reports whether a part of a text matches a template of a label. */
export const has = (list: LabelledListName, label: string, text: string): boolean =>
  comparable(text).search(templatesOf(list, label)) >= 0;

/** Returns the labels of a list with a template that a part of the text matches. */
export const labelsIn = (list: LabelledListName, text: string): string[] =>
  [...templates(list).keys()].filter((label) => has(list, label, text));

/** Returns the texts before and after the first part of a text that matches a template of a label. */
export function around(list: LabelledListName, label: string, text: string): [string, string] | undefined {
  const like = comparable(text);
  const [match] = (like.length === text.length ? like : text.toLowerCase()).matchAll(templatesOf(list, label));
  if (match === undefined) return undefined;
  return [text.slice(0, match.index).trim(), text.slice(match.index + match[0].length).trim()];
}

type ByLabel = ReadonlyMap<string, readonly string[]>;

/** Matches a template that is a part of a word, and what must come after it. */
const partOfWord = /-(?:\{.*\})?$/u;

function sourceOfLabel(label: string, files: readonly ByLabel[]): string {
  const all = files.flatMap((file) => (file.get(label) ?? []).map((template) => ({ template, file })));
  const longestFirst = all.toSorted((a, b) => b.template.length - a.template.length);
  const [parts, whole] = [true, false].map((isPart) =>
    longestFirst.filter(({ template }) => partOfWord.test(template) === isPart),
  );
  const anyOf = (some: typeof all = []): string[] =>
    some.map(({ template, file }) => sourceWithContext(template, file));
  return `${edge}(?:${[`(?:${anyOf(whole).join('|')})${edge}`, ...anyOf(parts)].join('|')})`;
}

/** Letters of writing systems with spaces between words, marks and digits. */
const letter = String.raw`[\p{Script=Latin}\p{Script=Arabic}\p{Script=Devanagari}\p{M}\p{N}]`;
/** Matches except inside a word. In writing systems without spaces between words, any character may begin a word. */
const edge = `(?:(?<!${letter})|(?!${letter}))`;

function sourceWithContext(template: string, file: ByLabel): string {
  const [, before, body = '', not, after] = /^(?:\{(.*?)\})?(.*?)-?(?:\{(!?)(.*)\})?$/u.exec(template) ?? [];
  const behind = before === undefined ? '' : `(?<=${sourceOf(before, file)})`;
  const ahead = after === undefined ? '' : `(?${not === '' ? '=' : '!'}${sourceOf(after, file)})`;
  return behind + sourceOf(body, file) + ahead;
}

const sourceOf = (template: string, file: ByLabel): string =>
  unaccented(template).replace(/<([a-z-]+)>|[^\p{L}\p{M}\p{N}]/gu, (mark, label: string | undefined) =>
    label === undefined
      ? sourceOfMark(mark)
      : `(?:${(file.get(label) ?? []).map((each) => sourceOf(each, file)).join('|')})`,
  );

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
