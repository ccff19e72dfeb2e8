const [key, items] = ['"managedFields":[', '"items":['] as const;
const [quote, backslash, opening, closing] = ['"', '\\', '[', ']'].map((character) => character.charCodeAt(0));

/**
 * Returns the JSON text of an object, or of an event of a Kubernetes watch, without the object's managedFields.
 * Adwright does not use these fields, and they are more than half of the cost of parsing a pod. Lists, and text in an
 * unexpected form, are returned unchanged.
 *
 * The first key `managedFields` before the spec belongs to the metadata: it cannot be part of a string value, because
 * quotes within a string are escaped.
 */
export function withoutManagedFields(line: string): string {
  const start = line.indexOf(key);
  if (start === -1 || start > line.indexOf('"spec":{')) return line;
  if (line.lastIndexOf(items, start) !== -1) return line;
  const end = endOfArray(line, start + key.length);
  if (end === undefined) return line;
  if (line[end] === ',') return line.slice(0, start) + line.slice(end + 1);
  return line[start - 1] === ',' ? line.slice(0, start - 1) + line.slice(end) : line;
}

function endOfArray(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = endOfString(text, at + 1);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === opening) depth += 1;
    else if (character === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return undefined;
}
