import { formatHex, formatHex8 } from 'culori';
import type { Element } from 'domhandler';
import { asColor } from '../css/color-value.ts';
import { parseInline } from '../css/parse-sheet.ts';
import { isElement } from '../element.ts';
import type { Page } from '../page.ts';

/** Limits for one inline SVG of a page. A larger one is an illustration or an attack. */
const limits = { elements: 400, characters: 60_000, depth: 24, repeats: 16 };

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline'];
/** Elements that are written. HTML has no upper-case letters, which the names of some elements need. */
const written = new Map(
  [
    ...shapes,
    'svg',
    'g',
    'a',
    'use',
    'defs',
    'symbol',
    'linearGradient',
    'radialGradient',
    'stop',
    'clipPath',
    'mask',
  ].map((name) => [name.toLowerCase(), name]),
);
/** Elements without which a drawing is the same. One with any other element is not drawn, such as a text. */
const silent = /^(?:title|desc|metadata|style|script|animate\w*|set|filter|marker|sodipodi:.*)$/;

const kept = new Map(
  [
    ...[
      'id',
      'd',
      'points',
      'x',
      'y',
      'width',
      'height',
      'cx',
      'cy',
      'r',
      'rx',
      'ry',
      'x1',
      'y1',
      'x2',
      'y2',
      'fx',
      'fy',
    ],
    ...['offset', 'transform', 'viewBox', 'preserveAspectRatio', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
    ...['clipPathUnits', 'maskUnits', 'maskContentUnits'],
  ].map((name) => [name.toLowerCase(), name]),
);
const paint = [
  ...['color', 'fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'stroke', 'stroke-opacity', 'stroke-width', 'opacity'],
  ...['stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'clip-path', 'mask', 'stop-color', 'stop-opacity'],
];

const length = /^\s*[\d.]{1,9}(?:px)?\s*$/;

type Attributes = Record<string, string | undefined>;

/** Returns a colour in a notation that every program reads; another value as it is. */
function plainColor(value: string): string {
  const color = value.length > 200 ? undefined : asColor(value.trim().toLowerCase());
  if (color === undefined) return value;
  return (color.alpha ?? 1) < 1 ? formatHex8(color) : formatHex(color);
}

/** Thrown for a drawing that cannot be drawn outside of its page. */
class Undrawable extends Error {}

/** Writes an inline SVG of a page as a document of its own, with the paint that the stylesheets of the page give. */
class DrawingWriter {
  readonly #page: Page;
  /** Ids that the document refers to. */
  readonly #wanted = new Set<string>();
  readonly #known = new Set<string>();
  #left = { ...limits };
  #shapes = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  write(svg: Element): string {
    const content = this.#children(svg, 1);
    const own = this.#attributes(svg, this.#around(svg));
    // The definitions may refer to further ones, which a Set visits too.
    const definitions = [...this.#definitions()].join('');
    if (this.#shapes === 0) throw new Undrawable('nothing is drawn');
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${own}><defs>${definitions}</defs>${content}</svg>`;
  }

  /** Returns what the outermost element has from its page. Pages fade in their logos, so it has no opacity. */
  #around(svg: Element): Attributes {
    const { styles } = this.#page;
    const hasBox = svg.attribs['viewbox'] !== undefined;
    const sizes = ['width', 'height'].map((name) => svg.attribs[name] ?? '');
    if (!hasBox && !sizes.every((size) => length.test(size))) throw new Undrawable('it has no size');
    return {
      color: styles?.inherited(svg, 'color') ?? 'black',
      fill: styles?.inherited(svg, 'fill') ?? svg.attribs['fill'],
      opacity: undefined,
      ...(hasBox && { width: undefined, height: undefined }),
    };
  }

  *#definitions(): Generator<string> {
    for (const id of this.#wanted) {
      if (this.#known.has(id)) continue;
      const [target] = this.#page
        .$('[id]')
        .toArray()
        .filter(({ attribs }) => attribs['id'] === id);
      if (target !== undefined) yield this.#element(target, 1);
    }
  }

  #children({ children }: Element, depth: number): string {
    return children.map((child) => (isElement(child) ? this.#element(child, depth) : '')).join('');
  }

  #element(element: Element, depth: number): string {
    this.#left.elements -= 1;
    if (this.#left.elements < 0 || depth > limits.depth) throw new Undrawable('the drawing is too large');
    if (silent.test(element.name) || this.#isHidden(element)) return '';
    const name = written.get(element.name);
    if (name === undefined) throw new Undrawable(`it has an element of the kind ${element.name}`);
    if (shapes.includes(name)) this.#shapes += 1;
    this.#known.add(element.attribs['id'] ?? '');
    return `<${name}${this.#attributes(element)}>${this.#children(element, depth + 1)}</${name}>`;
  }

  #isHidden(element: Element): boolean {
    return isHidden(element) || this.#page.styles?.declared(element, 'display') === 'none';
  }

  #attributes(element: Element, around: Attributes = {}): string {
    const { attribs, name: tag } = element;
    const target = /^\s*#(\S{1,200})\s*$/.exec(attribs['href'] ?? attribs['xlink:href'] ?? '')?.[1];
    if (target === undefined && tag === 'use') throw new Undrawable('it refers to another file');
    const own = [...kept].map(([lower, name]): [string, string | undefined] => [name, attribs[lower]]);
    const all = {
      ...Object.fromEntries([...own, ...this.#paintOf(element), ['xlink:href', target && `#${target}`]]),
      ...around,
    };
    return Object.entries<string | undefined>(all)
      .map(([name, value]) => this.#attribute(name, value ?? ''))
      .join('');
  }

  /** Returns the paint of an element. That of the stylesheets takes precedence over an attribute. */
  #paintOf(element: Element): [string, string | undefined][] {
    const { styles, base } = this.#page;
    const inline = parseInline(element.attribs['style'] ?? '', base);
    return paint.map((name) => [
      name,
      styles?.declared(element, name) || (inline.get(name)?.value ?? element.attribs[name]),
    ]);
  }

  /** Notes a reference. What is drawn again for each reference multiplies if it has references itself. */
  #refer(id: string, name: string): void {
    this.#wanted.add(id);
    if (/^(?:xlink:href|clip-path|mask)$/.test(name)) this.#left.repeats -= 1;
    if (this.#left.repeats < 0) throw new Undrawable('the drawing repeats too much');
  }

  #attribute(name: string, given: string): string {
    if (given === '') return '';
    const value = /^(?:color|fill|stroke|stop-color)$/.test(name) ? plainColor(given) : given;
    this.#left.characters -= value.length;
    if (this.#left.characters < 0) throw new Undrawable('the drawing is too large');
    const reference = name === 'xlink:href' ? /^#(.*)/ : /^url\(\s{0,3}["']?#([^"'()\s]{1,200})/;
    const id = reference.exec(value)?.[1];
    if (id !== undefined) this.#refer(id, name);
    return ` ${name}="${value.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
  }
}

export function isHidden({ attribs }: Element): boolean {
  const { style = '', display, visibility } = attribs;
  if (attribs['hidden'] !== undefined || display === 'none' || visibility === 'hidden') return true;
  return /(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)/i.test(style);
}

/** Returns an inline SVG of a page as the text of a document; undefined if it cannot be drawn outside of its page. */
export function inlineDrawing(page: Page, svg: Element): string | undefined {
  try {
    return new DrawingWriter(page).write(svg);
  } catch (error) {
    if (error instanceof Undrawable) return undefined;
    throw error;
  }
}
