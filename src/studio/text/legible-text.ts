import { losesCurrency, withCurrencyCodes } from './currency-codes.ts';
import { graphemes } from './graphemes.ts';

export type Missing = (text: string) => string[];

export interface LegibleText {
  /**
   * The text without the characters that no font has; `''` if the text would not be readable without these characters.
   */
  text: string;
  lost: string[];
}

/**
 * Replaces or removes the characters of a text that no font has. Removes the whole text if its meaning might change: if
 * more than a third of its letters, a part of a word, or the currency of a price is missing. Each Han character is
 * treated as a word.
 */
export function legibleText(text: string, missing: Missing): LegibleText {
  const composed = text.normalize('NFC');
  if (missing(composed).length === 0) return { text, lost: [] };
  const characters = graphemes(withCurrencyCodes(composed, missing)).flatMap((each) => simpler(each, missing));
  const gone = new Set(missing(characters.join(' ')));
  const lost = characters.filter((each) => gone.has(each));
  const letters = characters.filter(isLetter);
  const isTorn =
    lost.filter(isLetter).length * 3 > letters.length ||
    hasTornWord(characters, gone) ||
    losesCurrency(characters.join(''), gone);
  const rest = isTorn ? '' : joined(characters.filter((each) => !gone.has(each)));
  return { text: /[\p{L}\p{N}\p{S}]/u.test(rest) ? rest : '', lost: [...new Set(lost)] };
}

/**
 * Returns a replacement for a character that no font has: its plain form (`B` for `𝗕`), the parts of an emoji, or the
 * letter without its accents. Returns the character itself if there is no replacement.
 */
function simpler(grapheme: string, missing: Missing): string[] {
  if (missing(grapheme).length === 0) return [grapheme];
  const plain = grapheme.normalize('NFKC');
  if (plain !== grapheme && missing(plain).length === 0) return graphemes(plain);
  const parts = grapheme.split(/[\u200d\ufe0f\u{e0020}-\u{e007f}\u20e3]+/u).filter((part) => part !== '');
  if (parts.length > 1 || parts[0] !== grapheme) return parts;
  const bare = grapheme.normalize('NFD').replace(/\p{M}/gu, '');
  const marks = Array.from(grapheme.normalize('NFD')).filter((mark) => /\p{Script=Inherited}/u.test(mark));
  return bare !== '' && marks.length > 0 && missing(bare).length === 0 ? [bare] : [grapheme];
}

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

function hasTornWord(characters: readonly string[], gone: ReadonlySet<string>): boolean {
  const words = characters.join('').match(/(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? [];
  return words.some((word) => {
    const letters = graphemes(word);
    return letters.some((each) => gone.has(each)) && !letters.every((each) => gone.has(each));
  });
}

const joined = (characters: readonly string[]): string =>
  characters
    .join('')
    .replace(/[([（]\s*[)\]）]/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[.,!?;:](?:\s|$))/g, '')
    .trim();
