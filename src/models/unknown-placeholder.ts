/**
 * Returns what is wrong with the placeholders of a text, such as `has the unknown placeholder {{pric}}; it may have
 * {{price}}`. Undefined: nothing. The first group of `pattern` is the name of a placeholder.
 */
export function unknownPlaceholder(text: string, known: readonly string[], pattern: RegExp): string | undefined {
  const unknown = [...text.matchAll(pattern)].find(([, name = '']) => !known.includes(name));
  return unknown && `has the unknown placeholder ${unknown[0]}; it may have ${listed(known)}`;
}

const listed = (known: readonly string[]): string =>
  known.length === 0 ? 'none' : known.map((name) => `{{${name}}}`).join(', ');
