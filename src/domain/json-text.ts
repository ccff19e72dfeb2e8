/** Parses untrusted text as JSON. Returns undefined if the text is not JSON, so that every schema rejects it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
