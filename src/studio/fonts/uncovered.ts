import type { Coverage } from './cmap.ts';

/**
 * Matches characters that need no glyph: spaces, joiners, direction marks, variation selectors and emoji modifiers.
 * Signs that span a number, such as U+0600, are in the same Unicode category, but they need a glyph and are excluded
 * (Unicode property Prepended_Concatenation_Mark).
 */
const drawsNothing =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\s\p{Cf}\p{Cc}\p{Variation_Selector}\p{Emoji_Modifier}]/gu;

/**
 * Returns the characters for which no single one of these font files has all glyphs. A character is what a reader
 * perceives as one, such as an emoji with its modifiers.
 */
export function uncovered(characters: readonly string[], files: readonly Coverage[]): string[] {
  return characters.filter((character) => {
    const drawn = Array.from(character.replace(drawsNothing, ''), (letter) => letter.codePointAt(0) ?? 0);
    return drawn.length > 0 && !files.some((covers) => drawn.every(covers));
  });
}
