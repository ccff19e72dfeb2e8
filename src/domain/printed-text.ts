/**
 * Returns a text as a browser prints it: without soft hyphens, zero-width spaces and other characters that print
 * nothing, so that a word with such characters is whole. Blanks that only look empty, such as the Hangul filler, become
 * spaces.
 *
 * Joiners, variation selectors and direction marks are kept, because Arabic and Indic words, emoji and texts of both
 * directions need them. They are removed after letters that have no use for them. Unpaired surrogates are removed.
 *
 * The function is also sent to web pages as text, so it uses nothing outside itself.
 */
export function printed(text: string): string {
  if (/^[\t\n\r -~]*$/.test(text)) return text;
  return (
    text
      .replace(/[\u2800\u3164\uffa0]/gu, ' ')
      .replace(
        /(?![\t\n\v\f\r\u0085\u180e\u200c-\u200f\u061c\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\ufff9-\ufffc]/gu,
        '',
      )
      // Tag characters are part of the flags of regions, such as that of Scotland, and of nothing else.
      .replace(/(?<!🏴[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007f}]/gu, '')
      .replace(
        /(?<=[\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u180e\u200c\u200d\p{Variation_Selector}]+/gu,
        '',
      )
  );
}
