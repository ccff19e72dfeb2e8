import Specificity from '@bramus/specificity';

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

/** Returns the specificity of a selector. Undefined for invalid CSS, of which a browser ignores the rule. */
export function specificityOf(selector: string): Specificity | undefined {
  try {
    return Specificity.calculate(selector)[0];
  } catch {
    return undefined;
  }
}

/** Returns the last part of a selector, which the selected element itself must match. */
export function keyOf(selector: string): string {
  return /(?:^|[\s>+~])([^\s>+~]+)$/.exec(selector)?.[1] ?? selector;
}
