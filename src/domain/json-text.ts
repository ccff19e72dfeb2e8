/** Parses untrusted text as JSON. Returns undefined if the text is not JSON; every schema rejects undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
