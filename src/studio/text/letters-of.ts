import { graphemes } from './graphemes.ts';

/** Returns the letters and digits of a text with their accents, in the order of the text. */
export const lettersOf = (text: string): string[] => graphemes(text).filter((letter) => /[\p{L}\p{N}]/u.test(letter));
