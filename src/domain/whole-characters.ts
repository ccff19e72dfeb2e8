const unpaired = /\p{Cs}/gu;

/**
 * Returns a text without unpaired surrogates: halves of characters, such as of an emoji that was cut in two. A text with
 * an unpaired surrogate has no form in UTF-8, and strict JSON parsers refuse a document that contains one.
 */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replace(unpaired, '');
}

/** Returns the first `unitsMax` UTF-16 units of a text, or one unit less if a character would be cut in two. */
export function firstUnits(text: string, unitsMax: number): string {
  return withoutHalves(text.slice(0, unitsMax));
}

/**
 * Returns the first characters of a text, with at most `codePointsMax` code points. An emoji or letter of several code
 * points is kept or dropped as a whole.
 */
export function firstCharacters(text: string, codePointsMax: number): string {
  const points = Array.from(text);
  if (points.length <= codePointsMax) return text;
  const cut = points.slice(0, codePointsMax).join('');
  const end = segmenter.segment(text).containing(cut.length)?.index ?? 0;
  return end === 0 ? cut : text.slice(0, end);
}

const segmenter = new Intl.Segmenter();
