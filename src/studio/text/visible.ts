const invisible =
  /(?![\t\n\v\f\r\u200c-\u200f\u061c\ufe0e\ufe0f\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\ufff9-\ufffd]/gu;
const combining = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20df\u20e1-\u20f0\ufe20-\ufe2f`;
/**
 * Matches Unicode tag characters outside a flag. Tag characters are allowed only in the emoji flags of regions, such as
 * the flag of Scotland.
 */
const strayTags = /(?<!🏴[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}]+/gu;
/** Matches three or more combining marks (accents) on a letter. No language needs more than two. */
const stacked = new RegExp(`([${combining}]{2})[${combining}]+`, 'gu');
/**
 * Matches combining marks (accents) without a letter, which would be drawn outside their line. The Thai vowel sara am
 * is included, because half of this vowel is a combining mark.
 */
const orphan = /(?<=^|[\s\p{P}])(?!\p{Variation_Selector}|\u20e3)[\p{M}\u0e33]+/gu;
const blank = /^[\s\p{Cf}\p{M}\p{Variation_Selector}]*$/u;

/**
 * Returns a text without invisible characters and with at most two accents on each letter. Returns `''` if nothing
 * visible is left.
 */
export function visible(text: string): string {
  const composed = text.normalize('NFC');
  const seen = composed
    .replace(invisible, '')
    .replace(strayTags, '')
    .replace(/\u2800/gu, ' ')
    .replace(stacked, '$1')
    .replace(orphan, '');
  if (blank.test(seen)) return '';
  return seen === composed ? text : seen.replace(/ {2,}/g, ' ').trim();
}
