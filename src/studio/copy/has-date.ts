import { once } from '../../domain/once.ts';

/**
 * Reports whether a text names a day: a number from 1 to 31 beside the name of a month in the language of the text or
 * in English, a date in digits, or a date in Chinese, Japanese or Korean.
 */
export function hasDate(text: string, language: string): boolean {
  if (inDigits.test(text) || eastAsian.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const months = new Set([...monthsOf(language), ...monthsOf('en')]);
  return words.some((word, at) => months.has(word) && [words[at - 1], words[at + 1], words[at - 2]].some(isDay));
}

/** Reports whether a word is the name of a month in a language or in English. */
export function isMonth(word: string, language: string): boolean {
  const bare = word.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');
  return [...monthsOf(language), ...monthsOf('en')].includes(bare);
}

const inDigits =
  /(?<!\p{N}|\p{Sc}\s?)(?:(?:0?[1-9]|[12]\d|3[01])[./](?:0?[1-9]|1[0-2])[./](?:\p{N}{2,4})?|\p{N}{4}-\p{N}{2}-\p{N}{2})(?!\p{N}|\s*[%\p{Sc}])/u;
const eastAsian = /\p{N}{1,2}\s*[月월]\s*\p{N}{1,2}\s*[日일]/u;

const isDay = (word: string | undefined): boolean => word !== undefined && /^(?:[1-9]|[12]\d|3[01])$/u.test(word);

/** Returns the long and short names of the months, in the form that stands beside a day, in lower case. */
const monthsOf = once((language: string): string[] => {
  const names = (month: 'long' | 'short') => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2024, at, 15)));
  };
  return [...names('long'), ...names('short')].flatMap((date) => date.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []);
});
