/** Splits a selector list at its top-level commas. */
export function selectorsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(list.slice(from).trim());
  return parts.filter((part) => part !== '');
}

/**
 * Returns the specificity of a selector: one number made from its counts of ids, classes and tags. The precision is
 * sufficient for sorting.
 */
export function specificityOf(selector: string): number {
  const ids = selector.match(/#[\w-]/g)?.length ?? 0;
  const classes = selector.match(/\.[\w\\-]|\[|:(?!:)(?!where|is\b)/g)?.length ?? 0;
  const tags = selector.match(/(?:^|[\s>+~])[a-z]/gi)?.length ?? 0;
  return ids * 10_000 + classes * 100 + tags;
}

/** Returns the last part of a selector, which the selected element itself must match. */
export function keyOf(selector: string): string {
  return /(?:^|[\s>+~])([^\s>+~]+)$/.exec(selector)?.[1] ?? selector;
}
