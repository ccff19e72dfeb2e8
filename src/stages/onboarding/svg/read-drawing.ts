import type { Element } from 'domhandler';
import { parseInline } from '../css/parse-sheet.ts';
import { isElement } from '../element.ts';
import type { Page } from '../page.ts';
import { drawingLimits, geometry, groupTags, inheritedPaint, silentTags, type SvgNode } from './svg-node.ts';
import { referenceIn } from './svg-values.ts';

const ownPaint = ['opacity', 'clip-path', 'mask', 'stop-color', 'stop-opacity'];
/** Ink of a page whose text colour is not known. */
const black = '#000000';

/** Reads the elements of an inline SVG from the source of a page, with the paint that the cascade of the page gives. */
class DrawingReader {
  readonly #page: Page;
  readonly #nodes: SvgNode[] = [];
  readonly #wanted = new Set<string>();
  #byId: Map<string, Element> | undefined;
  #charactersLeft: number = drawingLimits.charactersMax;
  #visitsLeft: number = drawingLimits.visitsMax;
  #isOver = false;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns an empty list for an SVG over the limits. */
  read(svg: Element): SvgNode[] {
    this.#draw(svg, 0, 0);
    const [root] = this.#nodes;
    if (root !== undefined) root.attributes = { ...this.#surroundings(svg), ...root.attributes };
    // Definitions may refer to further definitions, which a Set visits too.
    for (const id of this.#wanted) {
      const definition = this.#find(id);
      if (definition !== undefined) this.#draw(definition, 0, 0);
    }
    return this.#isOver ? [] : this.#nodes;
  }

  #surroundings(svg: Element): Record<string, string> {
    const { styles } = this.#page;
    const fill = styles?.inherited(svg, 'fill');
    return { color: styles?.inherited(svg, 'color') ?? black, ...(fill !== undefined && { fill }) };
  }

  #draw(element: Element, depth: number, uses: number): void {
    this.#visitsLeft -= 1;
    this.#isOver ||= this.#visitsLeft < 0;
    const tag = element.name.toLowerCase();
    if (this.#isOver || (depth > 0 && (isSilent(tag) || this.#isHidden(element)))) return;
    const node = this.#push(tag, depth);
    if (node === undefined) return;
    this.#describe(element, node);
    if (tag === 'use') this.#drawUse(element, node, uses);
    else if (groupTags.includes(tag)) this.#drawChildren(element, depth, uses);
  }

  #isHidden(element: Element): boolean {
    return isHidden(element) || this.#declared(element, 'display') === 'none';
  }

  #push(tag: string, depth: number): SvgNode | undefined {
    this.#isOver ||= this.#nodes.length >= drawingLimits.nodesMax || depth > drawingLimits.depthMax;
    if (this.#isOver) return undefined;
    const node: SvgNode = { tag: tag.slice(0, 40), depth, attributes: {} };
    this.#nodes.push(node);
    return node;
  }

  #drawChildren({ children }: Element, depth: number, uses: number): void {
    for (const child of children) {
      if (this.#isOver) return;
      if (isElement(child)) this.#draw(child, depth + 1, uses);
    }
  }

  #describe(element: Element, node: SvgNode): void {
    const { attribs } = element;
    for (const name of geometry) this.#put(node, name, attribs[name.toLowerCase()]);
    this.#describePaint(element, node);
    if (node.depth === 0) this.#put(node, 'id', attribs['id']?.slice(0, 200));
    if (/gradient$/.test(node.tag)) this.#describeTemplate(element, node);
  }

  #describePaint(element: Element, node: SvgNode): void {
    const inline = parseInline(element.attribs['style'] ?? '', this.#page.base);
    for (const name of [...inheritedPaint, ...ownPaint]) {
      const value = this.#declared(element, name) ?? inline.get(name)?.value ?? element.attribs[name];
      this.#put(node, name, value);
      this.#want(referenceIn(value ?? ''));
    }
  }

  /** Returns the value of the stylesheets of the page, which takes precedence over an attribute. */
  #declared(element: Element, name: string): string | undefined {
    const value = this.#page.styles?.declared(element, name);
    return value === '' ? undefined : value;
  }

  /** Records the gradient whose stops a gradient shares. */
  #describeTemplate(element: Element, node: SvgNode): void {
    const id = hrefOf(element);
    if (id === undefined) return;
    this.#put(node, 'href', `#${id}`);
    this.#want(id);
  }

  #put(node: SvgNode, name: string, value: string | undefined): void {
    if (value === undefined) return;
    this.#charactersLeft -= value.length;
    if (this.#charactersLeft < 0) this.#isOver = true;
    else node.attributes[name] = value;
  }

  #want(id: string | undefined): void {
    if (id !== undefined) this.#wanted.add(id);
  }

  /** Records the element that a `<use>` element shows, in a group at its place. */
  #drawUse(element: Element, node: SvgNode, uses: number): void {
    const target = this.#find(hrefOf(element));
    // Without its target, the element stays a `use`, which is never returned.
    if (target === undefined || uses >= drawingLimits.usesMax) return;
    const { x, y, width, height, ...attributes } = node.attributes;
    node.tag = 'g';
    node.attributes = { ...attributes, transform: useTransform(node.attributes) };
    const at = this.#nodes.length;
    if (target.name === 'symbol') this.#drawSymbol(target, node.depth + 1, uses + 1);
    else this.#draw(target, node.depth + 1, uses + 1);
    const drawn = this.#nodes[at];
    if (drawn === undefined || !/^(?:symbol|svg)$/.test(drawn.tag)) return;
    if (width !== undefined) drawn.attributes['width'] = width;
    if (height !== undefined) drawn.attributes['height'] = height;
  }

  #drawSymbol(symbol: Element, depth: number, uses: number): void {
    const node = this.#push('symbol', depth);
    if (node === undefined) return;
    this.#describe(symbol, node);
    this.#drawChildren(symbol, depth, uses);
  }

  #find(id: string | undefined): Element | undefined {
    const { $ } = this.#page;
    this.#byId ??= new Map(
      $('[id]')
        .toArray()
        .reverse()
        .map((element) => [element.attribs['id'] ?? '', element]),
    );
    return id === undefined ? undefined : this.#byId.get(id);
  }
}

function useTransform({ x = '', y = '', transform = '' }: Record<string, string>): string {
  return `${transform} translate(${Number.parseFloat(x) || 0} ${Number.parseFloat(y) || 0})`.trim();
}

function isSilent(tag: string): boolean {
  return tag.includes(':') || silentTags.includes(tag);
}

export function isHidden({ attribs }: Element): boolean {
  const { style = '', display, visibility } = attribs;
  if (attribs['hidden'] !== undefined || display === 'none' || visibility === 'hidden') return true;
  return /(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)/i.test(style);
}

/** Returns the id in a reference to an element of the same page. */
function hrefOf({ attribs }: Element): string | undefined {
  return /^\s*#(\S{1,200})\s*$/.exec(attribs['href'] ?? attribs['xlink:href'] ?? '')?.[1];
}

/** Returns the elements of an inline SVG in the source of a page; an empty list if the SVG is over the limits. */
export function readDrawing(page: Page, svg: Element): SvgNode[] {
  return new DrawingReader(page).read(svg);
}
