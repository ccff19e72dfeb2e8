/**
 * Returns the object or array that a model has written: the whole text, or what is in a fence or between other words.
 * The thoughts of a model before `</think>` do not count. Undefined: there is no valid JSON.
 */
export function jsonIn(text: string): object | undefined {
  const said = text.split('</think>').at(-1) ?? '';
  const [, fenced] = /```(?:json)?[^\S\n]*\n?([^]*?)```/i.exec(said) ?? [];
  const first = said.search(/[[{]/);
  const last = Math.max(said.lastIndexOf('}'), said.lastIndexOf(']'));
  const candidates = [said, fenced, first < 0 ? undefined : said.slice(first, last + 1)];
  return candidates.map(objectOf).find((found) => found !== undefined);
}

function objectOf(text: string | undefined): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
