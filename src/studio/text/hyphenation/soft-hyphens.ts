const softHyphen = '\u00ad';
const divided = /[\p{L}\p{M}\u00ad]*\u00ad[\p{L}\p{M}\u00ad]*/gu;

/** Returns the words of a text that have soft hyphens inside. */
export const softHyphenated = (text: string): string[] =>
  Array.from(text.matchAll(divided), ([word]) => word.replace(/^\u00ad+|\u00ad+$/gu, '')).filter((word) =>
    word.includes(softHyphen),
  );

export const withoutSoftHyphens = (text: string): string => text.replaceAll(softHyphen, '');

/** Returns the parts of words with soft hyphens, by the word without them. */
export const softHyphenParts = (words: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    words.map((word) => {
      const composed = word.normalize('NFC');
      return [withoutSoftHyphens(composed), composed.split(/\u00ad+/u)];
    }),
  );
