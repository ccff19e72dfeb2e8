import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unknownPlaceholder } from '../unknown-placeholder.ts';

/** Placeholders of each prompt. A template may leave some out. */
export const promptPlaceholders = {
  background: ['category', 'mood', 'colors', 'direction', 'side'],
  'concept-system': [],
  concept: [
    ...['brand', 'product', 'description', 'tone', 'color', 'shows', 'headline', 'cta'],
    ...['headlines', 'subheadlines', 'ctas'],
  ],
  'script-system': ['seconds', 'language', 'scenesMin', 'scenesMax', 'wordsMax'],
  script: [
    ...['brand', 'product', 'description', 'price', 'given', 'headline', 'lines', 'cta', 'tone', 'voice', 'pictures'],
    'direction',
  ],
  clip: ['seconds', 'visual', 'mood', 'camera', 'subject', 'direction'],
} as const;
export type PromptName = keyof typeof promptPlaceholders;

export const promptNames = Object.keys(promptPlaceholders).filter(
  (name): name is PromptName => name in promptPlaceholders,
);

/** Templates of the prompts by name. */
export type Prompts = Readonly<Record<PromptName, string>>;

/** The compiled modules read the templates from the source folder. */
const ownFolder = fileURLToPath(new URL('../../../src/models/prompts/templates/', import.meta.url));

/**
 * Reads the templates of the prompts. Text files in `folder` replace those of the same name, such as `background.txt`.
 * Throws an error that names the file if a text file has another name, or if a template has an unknown placeholder.
 */
export function readPrompts(folder: string | null): Prompts {
  const replaced = folder === null ? [] : readdirSync(folder).filter((file) => file.endsWith('.txt'));
  const unknown = replaced.find((file) => !promptNames.some((name) => file === `${name}.txt`));
  if (folder !== null && unknown !== undefined)
    throw new Error(`${join(folder, unknown)} is no prompt; the prompts are ${promptNames.join(', ')}`);
  const read = (name: PromptName): string =>
    readTemplate(join(folder !== null && replaced.includes(`${name}.txt`) ? folder : ownFolder, `${name}.txt`), name);
  return {
    background: read('background'),
    'concept-system': read('concept-system'),
    concept: read('concept'),
    'script-system': read('script-system'),
    script: read('script'),
    clip: read('clip'),
  };
}

const placeholder = /\{\{\s*(.*?)\s*\}\}/gu;

function readTemplate(path: string, name: PromptName): string {
  const template = readFileSync(path, 'utf8');
  const unknown = unknownPlaceholder(template, promptPlaceholders[name], placeholder);
  if (unknown === undefined) return template;
  throw new Error(`${path} ${unknown}`);
}

export type Values<Name extends PromptName> = Readonly<Record<(typeof promptPlaceholders)[Name][number], string>>;

/** Maximum length of a fact in a prompt. The texts of a page can be much longer. */
const valueMax = 4_000;

/**
 * Fills in a template. A line with placeholders that are all empty is left out. Placeholders in values are not filled in.
 */
export function filled<Name extends PromptName>(prompts: Prompts, name: Name, values: Values<Name>): string {
  const known = new Map(Object.entries<string>(values));
  const valueOf = (word = ''): string => (known.get(word) ?? '').slice(0, valueMax).trim();
  return prompts[name]
    .trim()
    .split('\n')
    .filter((line) => {
      const words = [...line.matchAll(placeholder)];
      return words.length === 0 || words.some(([, word]) => valueOf(word) !== '');
    })
    .map((line) => line.replace(placeholder, (_, word: string) => valueOf(word)))
    .join('\n');
}
