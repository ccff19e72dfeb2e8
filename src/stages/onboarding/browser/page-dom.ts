import { printed } from '../../../domain/printed-text.ts';
import type { factLimits } from './facts.ts';
import type { PageElement, PageInlineStyle, PageNode, PageRect, PageStyle } from './page-types.ts';

/*
 * Every function in this file runs inside a page that may be hostile. The functions are sent as text, so they may use
 * only each other, `dom` and `printed`. They run in an isolated world, whose built-in objects the page cannot change.
 * The page can still hide a property of an element behind a form field of the same name, so `dom` reads all properties
 * with the getters of the prototypes.
 */

export type Dom = ReturnType<typeof domAccess>;
export type State = ReturnType<typeof newState>;
export type Limits = typeof factLimits;

declare const globalThis: Record<string, { prototype: object }> & {
  document: PageNode;
  performance: { now(): number };
  location: { href: string };
  innerWidth: number;
  innerHeight: number;
  getComputedStyle(element: PageElement): PageStyle;
};

export function domAccess() {
  /** Returns a function that reads a property. For an element of another type, the function returns `missing`. */
  const getter = <T>(owner: string, name: string, missing: T): ((of: PageNode) => T) => {
    const own = globalThis[owner];
    const property = own && Object.getOwnPropertyDescriptor(own.prototype, name);
    return (of) => {
      try {
        return ((property?.get?.call(of) as T | undefined) ?? missing) satisfies T;
      } catch {
        return missing;
      }
    };
  };
  const method = <T>(owner: string, name: string, missing: T): ((of: PageNode, ...args: unknown[]) => T) => {
    const own = globalThis[owner];
    const found: unknown = own && Reflect.get(own.prototype, name);
    return (of, ...args) => (typeof found === 'function' ? (Reflect.apply(found, of, args) as T) : missing);
  };
  const rawData = getter('CharacterData', 'data', '');
  return {
    document: globalThis.document,
    now: () => globalThis.performance.now(),
    styleOf: (element: PageElement) => globalThis.getComputedStyle(element),
    type: getter('Node', 'nodeType', 0),
    firstChild: getter<PageNode | null>('Node', 'firstChild', null),
    parent: getter<PageNode | null>('Node', 'parentNode', null),
    nextSibling: getter<PageNode | null>('Node', 'nextSibling', null),
    /** Beginning of the text of a text node, as the page prints it. */
    data: (node: PageNode) => printed(rawData(node).slice(0, 4_000)),
    tag: getter('Element', 'tagName', ''),
    shadow: getter<PageNode | null>('Element', 'shadowRoot', null),
    attribute: method<string | null>('Element', 'getAttribute', null),
    rect: method<PageRect>('Element', 'getBoundingClientRect', { x: 0, y: 0, width: 0, height: 0 }),
    query: method<PageElement | null>('Document', 'querySelector', null),
    queryAll: method<ArrayLike<PageElement>>('Document', 'querySelectorAll', []),
    byId: method<PageElement | null>('Document', 'getElementById', null),
    queryIn: method<PageElement | null>('Element', 'querySelector', null),
    root: getter<PageElement | null>('Document', 'documentElement', null),
    outerHtml: getter('Element', 'outerHTML', ''),
    scrollHeight: getter('Element', 'scrollHeight', 0),
    currentSrc: getter('HTMLImageElement', 'currentSrc', ''),
    imageSrc: getter('HTMLImageElement', 'src', ''),
    naturalWidth: getter('HTMLImageElement', 'naturalWidth', 0),
    naturalHeight: getter('HTMLImageElement', 'naturalHeight', 0),
    linkHref: getter('HTMLAnchorElement', 'href', ''),
    objectData: getter('HTMLObjectElement', 'data', ''),
    style: getter<PageInlineStyle | null>('HTMLElement', 'style', null),
    drawingStyle: getter<PageInlineStyle | null>('SVGElement', 'style', null),
  };
}

/** Returns the state of one reading. `priceSign` is the source of a regular expression for signs of currencies. */
export function newState(limits: Limits, dom: Dom, priceSign: string) {
  return {
    limits,
    dom,
    priceSign: new RegExp(priceSign, 'u'),
    endMs: dom.now() + limits.timeMs,
    seen: 0,
    overlayEndMs: dom.now() + limits.overlayTimeMs,
    words: [] as Record<string, unknown>[],
    pictures: [] as Record<string, unknown>[],
    /** Elements of `pictures`. */
    shown: [] as PageElement[],
    boxes: [] as Record<string, unknown>[],
  };
}

export function attributeOf(state: State, element: PageElement, name: string, lengthMax: number): string {
  return (state.dom.attribute(element, name) ?? '').slice(0, lengthMax);
}

/** Returns an attribute that contains a text, such as `alt`, as a page would print it. */
export function textAttributeOf(state: State, element: PageElement, name: string, lengthMax: number): string {
  return printed((state.dom.attribute(element, name) ?? '').slice(0, lengthMax * 8)).slice(0, lengthMax);
}

export function isElementNode(dom: Dom, node: PageNode): node is PageElement {
  return dom.type(node) === 1;
}

export function childrenOf(state: State, parent: PageNode): PageNode[] {
  const { dom, limits } = state;
  const found: PageNode[] = [];
  const shadow = dom.shadow(parent);
  for (const holder of shadow === null ? [parent] : [parent, shadow])
    for (let child = dom.firstChild(holder); child !== null && found.length < limits.elementsMax;) {
      found.push(child);
      child = dom.nextSibling(child);
    }
  return found;
}

export function isSpent(state: State): boolean {
  return state.seen >= state.limits.elementsMax || state.dom.now() > state.endMs;
}

export function isOverlayTimeOver(state: State): boolean {
  return state.dom.now() > state.overlayEndMs;
}

export function isHiddenStyle(style: PageStyle): boolean {
  return style.display === 'none' || style.visibility !== 'visible';
}

export function pageBox(rect: PageRect): PageRect {
  const whole = (value: number): number => Math.max(-1e6, Math.min(1e6, Math.round(value * 10) / 10 || 0));
  return { x: whole(rect.x), y: whole(rect.y), width: whole(rect.width), height: whole(rect.height) };
}
