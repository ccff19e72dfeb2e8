import Specificity from '@bramus/specificity';
import type { Element } from 'domhandler';
import { isElement, type Selection } from '../element.ts';
import { drawingProperties, parseInline, type FontFace, type Sheet, type StyleRule } from './parse-sheet.ts';
import { keyOf, requiredNames, selectorsOf, specificityOf } from './selectors.ts';

interface Candidate {
  written: string;
  selector: string;
  order: number;
  declarations: StyleRule['declarations'];
}

interface Ranked extends Pick<Candidate, 'order' | 'declarations'> {
  specificity: Specificity;
}

/** CSS rules by the name, id or class that an element needs to match, and how much of them may still be used. */
interface RuleIndex {
  byKey: Map<string, Candidate[]>;
  selectorsLeft: number;
  matchesLeft: number;
}

type Declaration = { value: string; isImportant: boolean };
type Wrap = (element: Element) => Selection;

const selectorCharactersMax = 300;
const substitutionsMax = 12;
const selectorsMax = 60_000;
const matchesMax = 8_000;
const ancestorsMax = 30;
/**
 * Matches CSS selectors that are skipped because they are slow. With k sibling combinators, matching takes n^k steps
 * for n siblings. A counting pseudo-class, such as `:nth-child`, takes n steps for each element. Such selectors rarely
 * style the brand.
 */
const costly = /(?<!\\)~(?!=)|(?<!\\):(?:has|contains|icontains|nth|[a-z-]*-of-type)/i;
const state =
  /(?<!\\):(?:hover|focus|active|visited|disabled|checked|target|placeholder|before|after|selection|-)|(?<!\\)::/i;

/**
 * Computes the styles of elements from the stylesheets of a page. Follows the CSS cascade for a few properties, by
 * specificity and source order. Ignores the order of cascade layers, container queries and scripts.
 */
export class Styles {
  readonly fontFaces: FontFace[];
  readonly #page = emptyIndex();
  /**
   * Rules that are used for elements of inline SVGs only. Such elements spend the limits of this index, so that a large
   * drawing does not keep the page from being read.
   */
  readonly #drawings = emptyIndex();
  readonly #matched = new Map<Element, Ranked[]>();
  /**
   * Cache of the specificities of the CSS selectors that have matched an element. The specificity is computed at the
   * first match, because most selectors of a page match no element.
   */
  readonly #specificities = new Map<string, Specificity | undefined>();
  readonly #base: URL;
  readonly #wrap: Wrap;
  readonly #properties: [name: string, value: string][] = [];
  /**
   * CSS custom properties (variables) that are declared for a theme, which may apply to a part of the page only. If
   * `#properties` contains a property of the same name, the value in `#properties` takes precedence.
   */
  readonly #themed: [name: string, value: string][] = [];

  constructor(sheets: Sheet[], base: URL, wrap: Wrap) {
    this.#base = base;
    this.#wrap = wrap;
    this.fontFaces = sheets.flatMap((sheet) => sheet.fontFaces);
    let order = 0;
    for (const rule of sheets.flatMap((sheet) => sheet.rules)) this.#index(rule, (order += 1));
  }

  /** Names and values of all CSS custom properties. A `var()` in a value is not resolved. */
  get properties(): readonly [name: string, value: string][] {
    return [...this.#themed, ...this.#properties];
  }

  #index(rule: StyleRule, order: number): void {
    const isForDrawings = [...rule.declarations.keys()].every((name) => drawingProperties.has(name));
    const index = isForDrawings ? this.#drawings : this.#page;
    for (const part of selectorsOf(rule.selector.slice(0, 4_000)).slice(0, 50)) {
      index.selectorsLeft -= 1;
      if (index.selectorsLeft < 0) return;
      if (part.length > selectorCharactersMax || state.test(part) || costly.test(part)) continue;
      const selector = part.replace(/:root|:host/g, 'html');
      this.#keepProperties(selector, rule);
      const candidate = { written: part, selector, order, declarations: rule.declarations };
      for (const key of keysOf(selector)) {
        const sharing = index.byKey.get(key);
        if (sharing === undefined) index.byKey.set(key, [candidate]);
        else sharing.push(candidate);
      }
    }
  }

  #keepProperties(selector: string, { declarations }: StyleRule): void {
    if (!/^(?:html|body|\*|\[data-|\.(?:light|theme|color-scheme|gradient|wp-|elementor-kit))/.test(selector)) return;
    if (/dark|night/.test(selector)) return;
    const into = /^(?:html|body|\*)/.test(selector) ? this.#properties : this.#themed;
    for (const [name, { value }] of declarations) {
      if (name.startsWith('--') && into.length < 5_000) into.push([name, value]);
    }
  }

  /**
   * Returns the value that is declared for a property of this element, with each `var()` resolved. Returns undefined if
   * no value is declared, even if the element inherits a value.
   */
  declared(element: Element, property: string): string | undefined {
    const value = this.#own(element, property);
    return value === undefined ? undefined : this.resolve(value, element);
  }

  inherited(element: Element, property: string): string | undefined {
    for (const at of lineage(element)) {
      const value = this.declared(at, property);
      if (value !== undefined && !/^(?:inherit|unset|currentcolor)$/i.test(value)) return value;
    }
    return undefined;
  }

  /**
   * Replaces each `var()` in a value. The number of replacements is limited, because custom properties may refer to
   * each other in a loop.
   */
  resolve(text: string, element: Element): string {
    let value = text;
    for (let round = 0; round < substitutionsMax && value.includes('var('); round += 1) {
      value = this.#substituteOne(value, element);
      if (value.length > 2_000) return '';
    }
    return value.includes('var(') ? '' : value.trim();
  }

  /** Replaces the last `var()` in a value. The last one comes first, because its fallback contains no other `var()`. */
  #substituteOne(value: string, element: Element): string {
    const from = value.lastIndexOf('var(');
    const to = closingOf(value, from + 3);
    if (to === -1) return '';
    const [name = '', ...fallback] = value.slice(from + 4, to).split(',');
    const known = this.#property(name.trim(), element) ?? fallback.join(',').trim();
    return value.slice(0, from) + known + value.slice(to + 1);
  }

  #property(name: string, element: Element): string | undefined {
    if (!name.startsWith('--')) return undefined;
    for (const at of lineage(element)) {
      const value = this.#own(at, name);
      if (value !== undefined) return value;
    }
    // Neither the element nor an ancestor declares this custom property. The property is usually declared for a part of
    // the page that a script switches on, so its last declaration in the stylesheets is used.
    return this.properties.findLast(([known]) => known === name)?.[1];
  }

  #own(element: Element, property: string): string | undefined {
    const { style = '' } = element.attribs;
    const own = style.includes(property) ? parseInline(style, this.#base).get(property) : undefined;
    let best: Declaration | undefined;
    for (const { declarations } of this.#rulesFor(element)) best = stronger(best, declarations.get(property));
    return stronger(best, own)?.value;
  }

  #rulesFor(element: Element): Ranked[] {
    const known = this.#matched.get(element);
    if (known !== undefined) return known;
    const { id, class: classes = '' } = element.attribs;
    const keys = ['*', element.name, ...(id === undefined ? [] : [`#${id}`])];
    for (const name of classes.split(/\s+/).slice(0, 100)) keys.push(`.${name}`);
    const isDrawn = lineage(element).some(({ name }) => name === 'svg');
    const indexes = isDrawn ? [this.#page, this.#drawings] : [this.#page];
    const candidates = new Set(keys.flatMap((key) => indexes.flatMap(({ byKey }) => byKey.get(key) ?? [])));
    const budget = isDrawn ? this.#drawings : this.#page;
    const matching = [...candidates].filter(({ selector }) => this.#matches(element, selector, budget));
    const found = matching.flatMap((candidate) => this.#ranked(candidate));
    found.sort((one, other) => Specificity.compare(one.specificity, other.specificity) || one.order - other.order);
    this.#matched.set(element, found);
    return found;
  }

  #ranked({ written, order, declarations }: Candidate): Ranked[] {
    if (!this.#specificities.has(written)) this.#specificities.set(written, specificityOf(written));
    const specificity = this.#specificities.get(written);
    return specificity === undefined ? [] : [{ specificity, order, declarations }];
  }

  #matches(element: Element, selector: string, budget: RuleIndex): boolean {
    if (selector === element.name || selector === '*') return true;
    budget.matchesLeft -= 1;
    if (budget.matchesLeft < 0) return false;
    try {
      return this.#wrap(element).is(selector);
    } catch {
      return false; // The matcher does not support the selector.
    }
  }
}

function emptyIndex(): RuleIndex {
  return { byKey: new Map(), selectorsLeft: selectorsMax, matchesLeft: matchesMax };
}

function stronger(earlier: Declaration | undefined, later: Declaration | undefined): Declaration | undefined {
  return later === undefined || (earlier?.isImportant === true && !later.isImportant) ? earlier : later;
}

function keysOf(selector: string): string[] {
  const key = keyOf(selector);
  const { id, className, tag } = requiredNames(key);
  if (id !== undefined) return [`#${id}`];
  if (className !== undefined) return [`.${className}`];
  if (tag !== undefined) return [tag];
  const inside = /^:(?:where|is)\(([^()]{1,200})\)$/.exec(key)?.[1];
  return inside === undefined ? ['*'] : selectorsOf(inside).flatMap((part) => (part.includes(':') ? [] : keysOf(part)));
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function lineage(element: Element): Element[] {
  const line = [element];
  let parent: unknown = element.parent;
  while (isElement(parent) && line.length < ancestorsMax) {
    line.push(parent);
    parent = parent.parent;
  }
  return line;
}
