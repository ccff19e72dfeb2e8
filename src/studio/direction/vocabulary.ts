import { once } from '../../domain/once.ts';
import { patternOf } from '../../words/templates.ts';
import { languagesOf, readTemplates } from '../../words/word-lists.ts';
import { colorNames } from './named-colors.ts';

/** Labels of elements of an ad. Their words are those of the word list `film-wishes` too. */
const elementLabels = [
  'product_name',
  'product',
  'logo',
  'brand_name',
  'price',
  'offer',
  'subheadline',
  'headline',
  'cta',
  'text',
] as const;

/** Labels of times of a film. They come after the sizes, because `price first` asks for a size in an image. */
const timeLabels = [
  ...['before-last-scene', 'first-frame', 'last-frame', 'first-seconds', 'last-seconds', 'first-second', 'last-second'],
  ...['first-few-seconds', 'last-few-seconds', 'between-seconds', 'after-seconds', 'before-seconds', 'at-second'],
  ...['first-scene', 'last-scene', 'second-scene', 'third-scene', 'end', 'start'],
];

/** Reports whether a label names a time of a film. */
export const isTime = (label: string): boolean => timeLabels.includes(label);

/** Labels of words that join the others. Their words are those of the word list `film-wishes` too. */
const sharedLabels = ['only', 'refusal', 'conjunction', 'filler'] as const;

/** Labels of the word list `directions`. Of two phrases of the same length, the one whose label comes first counts. */
const lookLabels = [
  ...[
    'except',
    'but',
    'brand-colors',
    'as-ground',
    'grey',
    'muted',
    'vivid',
    'one-colour',
    'full',
    'typographic',
    'minimal',
    'editorial',
    'loud',
  ],
  ...['elegant', 'playful', 'calm', 'friendly', 'technical', 'natural', 'night', 'light', 'dark'],
  ...['christmas', 'halloween', 'black-friday', 'easter', 'valentine', 'summer', 'winter', 'spring', 'autumn'],
  ...['ramadan', 'festive', 'cinematic'],
  ...['new-year', 'fast-cuts', 'slow-cuts', 'cuts', 'one-take', 'large', 'small', 'date', 'picture', 'people', 'type'],
  ...[
    'rest',
    'refusal-after',
    'or',
    'say',
    'background',
    'shade-dark',
    'shade-light',
    'on-color',
    'simile',
    'look',
    'qualities',
    'several',
  ],
] as const;

const colorLabels = colorNames.map((name) => `color-${name}`);

const labels = [...new Set([...elementLabels, ...lookLabels, ...colorLabels, ...timeLabels, ...sharedLabels])];

/** Words of one language by what they mean in a direction. */
export interface Vocabulary {
  language: string;
  patterns: readonly { label: string; pattern: RegExp }[];
}

/** Languages in which a direction is understood. */
export const directionLanguages = (): string[] => languagesOf('directions');

/** Returns the words of one language. Only one is used for a text, because `or` is gold in French. */
export const vocabularyOf = once((language: string): Vocabulary => {
  const lists = (['directions', 'film-wishes'] as const).filter((list) => languagesOf(list).includes(language));
  const files = lists.map((list) => readTemplates(list, language));
  const isKnown = (label: string): boolean => files.some((file) => file.has(label));
  return {
    language,
    patterns: labels.filter(isKnown).map((label) => ({ label, pattern: patternOf(label, files) })),
  };
});
