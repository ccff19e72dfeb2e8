/** What somebody else's text says as JSON; undefined where it is none, so that no shape fits it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
