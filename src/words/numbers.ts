import { comparable } from './comparable.ts';
import { lazily } from '../domain/once.ts';
import { languagesOf, readTemplates } from './word-lists.ts';

const words = lazily(
  (): ReadonlyMap<string, number> =>
    new Map(
      languagesOf('numbers').flatMap((language) =>
        [...readTemplates('numbers', language)].flatMap(([value, names]) =>
          names.map((name): [string, number] => [comparable(name), Number(value)]),
        ),
      ),
    ),
);

/** Digits of zero in other writing systems. The digits from one to nine follow them in Unicode. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50];

/** Returns the source of a regular expression with a group for a number in digits or in words of any language. */
export function numberSource(): string {
  const longestFirst = [...words().keys()].toSorted((a, b) => b.length - a.length);
  return String.raw`(\p{Nd}+(?:[.,]\p{Nd}+)?|${longestFirst.join('|')})`;
}

/** Returns the value of a number that `numberSource` matches. */
export function numberOf(text: string): number {
  const known = words().get(text);
  if (known !== undefined) return known;
  const digits = text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
  return Number(digits.replace(',', '.'));
}
