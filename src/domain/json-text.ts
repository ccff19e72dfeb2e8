/** Matches JSON text that may contain the escape of half of a character, such as `\ud83d`. */
const mayHaveHalf = /\\u[dD][89a-fA-F]/;
/** Matches what is to be kept, an escaped backslash or both halves of a character, or else one half. */
const escapes = /(\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\u[dD][89a-fA-F][\da-fA-F]{2}/g;

function withoutHalves(json: string, by: string): string {
  if (!mayHaveHalf.test(json)) return json;
  return json.replace(escapes, (_, kept: string | undefined) => kept ?? by);
}

/**
 * Parses JSON. Halves of characters (unpaired surrogates), such as of an emoji that was cut in two, are left out. Throws
 * a SyntaxError if the text is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(withoutHalves(text, ''));
}

/** Like `readJson`, but returns undefined if the text is not JSON; every schema rejects undefined. */
export function parseJson(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a value as JSON that every parser accepts: each half of a character (unpaired surrogate) becomes U+FFFD.
 * `JSON.stringify` would escape it, and parsers that are strict refuse the whole document.
 */
export function jsonText(value: unknown): string {
  return withoutHalves(JSON.stringify(value), '\ufffd');
}
