export const depthMax = 32;

export type JsonBody = { kind: 'value'; value: unknown } | { kind: 'unreadable'; why: string };

const unreadable = (why: string): JsonBody => ({ kind: 'unreadable', why });
const byteOrderMark = '\uFEFF';

/**
 * Parses JSON text in UTF-8. Like `JSON.parse`, uses the last value if a key occurs twice, and makes `__proto__` an own
 * property that does not affect the prototype.
 */
export function readJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return unreadable('The body is empty.');
  const text = decodeUtf8(bytes);
  if (text === undefined) return unreadable('The body is not UTF-8.');
  if (text.startsWith(byteOrderMark)) return unreadable('The body starts with a byte order mark.');
  if (isDeeperThan(depthMax, text)) return unreadable(`The body has more than ${depthMax} levels of nesting.`);
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch {
    return unreadable('The body is not JSON.');
  }
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reports whether JSON text is nested deeper than `max` levels. Counts the brackets in a loop, because a recursive
 * parser could overflow the stack on deeply nested text.
 */
export function isDeeperThan(max: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
