import Specificity from '@bramus/specificity';

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
 * Returns the specificity of a CSS selector; undefined if the selector is invalid. A browser ignores a rule with an
 * invalid selector.
 */
export function specificityOf(selector: string): Specificity | undefined {
  try {
    return Specificity.calculate(selector)[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns the last part of a CSS selector, such as `.title` of `main > .title`. Only this part describes the selected
 * element itself.
 */
export function keyOf(selector: string): string {
  return /(?:^|[\s>+~])([^\s>+~]+)$/.exec(selector)?.[1] ?? selector;
}
