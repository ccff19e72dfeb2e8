export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textsOf(value: unknown): string[] {
  return [value].flat(3).filter((item) => typeof item === 'string');
}

/** Key of a visible text that markup uses as the value of a property. JSON-LD has `@value` for other values. */
export const shownText = '@shown';

/** Returns the text of a value: the value itself, the visible text, or a text with a language. */
export function scalarText(value: unknown): string | undefined {
  const plain = isRecord(value) ? (value[shownText] ?? value['@value']) : value;
  return typeof plain === 'string' ? plain : undefined;
}
