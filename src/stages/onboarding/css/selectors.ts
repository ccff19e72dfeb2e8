import Specificity from '@bramus/specificity';

const escape = String.raw`\\(?:([0-9a-f]{1,6})\s?|([^\n]))`;
const string = String.raw`"(?:\\[^]|[^"\\])*"?|'(?:\\[^]|[^'\\])*'?`;
const escapes = new RegExp(escape, 'gi');
const commas = new RegExp(`${escape}|${string}|[()[\\],]`, 'gi');
const combinators = new RegExp(`${escape}|${string}|[()[\\]\\s>+~]`, 'gi');
const depthChanges: Partial<Record<string, number>> = { '(': 1, '[': 1, ')': -1, ']': -1 };

/**
 * Returns the positions of the separators of a CSS selector outside of brackets and strings. An escaped character, as
 * in `.bg-\[\#e2343a\]`, is part of a name: it neither opens a bracket nor separates.
 */
function separatorsIn(text: string, tokens: RegExp): number[] {
  const found: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const change = depthChanges[token];
    if (change !== undefined) depth += change;
    else if (depth === 0 && token.length === 1) found.push(index);
  }
  return found;
}

/**
 * Matches a CSS selector with escapes, strings or brackets. Most selectors of a stylesheet have none of these, so they
 * can be split by a faster method.
 */
const intricate = /[\\"'()[]/;

export function selectorsOf(list: string): string[] {
  if (!intricate.test(list)) return partsOf(list.split(','));
  const ends = [...separatorsIn(list, commas), list.length];
  return partsOf(ends.map((end, at) => list.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end)));
}

const partsOf = (parts: string[]): string[] => parts.map((part) => part.trim()).filter((part) => part !== '');

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
  const whole = selector.trim();
  if (!intricate.test(whole)) return /[^\s>+~]*$/.exec(whole)?.[0] ?? whole;
  return whole.slice((separatorsIn(whole, combinators).at(-1) ?? -1) + 1);
}

/** Names that a compound CSS selector such as `a.button#buy` requires of an element, without their escapes. */
export interface RequiredNames {
  id: string | undefined;
  className: string | undefined;
  tag: string | undefined;
}

const name = String.raw`(?:\\[0-9a-f]{1,6}\s?|\\[^\n]|[\w\u0080-\uffff-])+`;
const simpleSelectors = new RegExp(`^(${name})|([#.])(${name})|\\[[^\\]]*\\]|:{1,2}[\\w-]+(?:\\([^)]*\\))?`, 'gi');

export function requiredNames(compound: string): RequiredNames {
  const found: RequiredNames = { id: undefined, className: undefined, tag: undefined };
  for (const [, tag, kind, written = ''] of compound.matchAll(simpleSelectors)) {
    if (tag !== undefined) found.tag = unescaped(tag).toLowerCase();
    else if (kind === '#') found.id ??= unescaped(written);
    else if (kind === '.') found.className ??= unescaped(written);
  }
  return found;
}

function unescaped(written: string): string {
  return written.replace(escapes, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? '') : characterOf(Number.parseInt(code, 16)),
  );
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
