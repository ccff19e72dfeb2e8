import { attributeOf, childrenOf, isElementNode, isSpent, pageBox, type State } from './page-dom.ts';
import type { DrawnFact, Drawing, PageElement, PageStyle } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

/**
 * Returns the elements of an inline SVG with their geometry and their computed paint, and the definitions that they
 * refer to. Returns an empty list for an SVG over the limits.
 */
export function drawingOf(state: State, svg: PageElement): DrawnFact[] {
  const { x, y } = pageBox(state.dom.rect(svg));
  const hasText = state.dom.queryIn(svg, 'text') !== null;
  const drawing: Drawing = { nodes: [], characters: 0, visits: 0, x, y, hasText, isOver: false, wanted: [], known: [] };
  drawElement(state, svg, { drawing, depth: 0, parent: null, uses: 0 });
  for (const id of drawing.wanted) {
    const definition = state.dom.byId(state.dom.document, id);
    if (definition !== null) drawElement(state, definition, { drawing, depth: 0, parent: null, uses: 1 });
  }
  return drawing.isOver ? [] : drawing.nodes;
}

/**
 * Place at which an element is drawn. `uses` is the number of `<use>` elements around it; for definitions, the element
 * that refers to them counts as one.
 */
export interface DrawingPlace {
  drawing: Drawing;
  depth: number;
  parent: PageStyle | null;
  uses: number;
}

export function drawElement(state: State, element: PageElement, place: DrawingPlace): void {
  const { drawing, depth, uses } = place;
  const { limits, dom } = state;
  if (!visitElement(state, drawing)) return;
  const tag = dom.tag(element).toLowerCase();
  if (depth > 0 && isSilent(state, tag)) return;
  const style = dom.styleOf(element);
  if (depth > 0 && isUnseen(style, uses)) return;
  const fact = addFact(state, tag, place);
  if (fact === null) return;
  describeElement(state, element, { ...place, style, fact });
  if (tag === 'use') drawUse(state, element, { ...place, style, fact });
  else if (limits.drawing.groupTags.includes(tag)) drawChildren(state, element, { ...place, parent: style });
}

/** Counts an element. Returns false if the drawing exceeds a limit, so that no further element is read. */
export function visitElement(state: State, drawing: Drawing): boolean {
  drawing.visits += 1;
  drawing.isOver ||= drawing.visits > state.limits.drawing.visitsMax || isSpent(state);
  return !drawing.isOver;
}

/** Adds an element to the drawing. Returns null if the drawing exceeds a limit. */
export function addFact(state: State, tag: string, { drawing, depth }: DrawingPlace): DrawnFact | null {
  const { nodesMax, depthMax } = state.limits.drawing;
  drawing.isOver ||= drawing.nodes.length >= nodesMax || depth > depthMax;
  if (drawing.isOver) return null;
  const fact: DrawnFact = { tag: tag.slice(0, 40), depth, attributes: {} };
  drawing.nodes.push(fact);
  return fact;
}

export function isSilent({ limits }: State, tag: string): boolean {
  return tag.includes(':') || limits.drawing.silentTags.includes(tag);
}

/**
 * Reports whether an element is hidden. Symbols and definitions are often in a hidden SVG, so only `display` counts
 * there.
 */
export function isUnseen(style: PageStyle, uses: number): boolean {
  return style.display === 'none' || (uses === 0 && style.visibility !== 'visible');
}

export function drawChildren(state: State, element: PageElement, place: DrawingPlace): void {
  for (const child of childrenOf(state, element)) {
    if (place.drawing.isOver) return;
    if (isElementNode(state.dom, child)) drawElement(state, child, { ...place, depth: place.depth + 1 });
  }
}

export interface Described extends DrawingPlace {
  style: PageStyle;
  fact: DrawnFact;
}

export function putAttribute(state: State, { drawing, fact }: Described, name: string, value: string): void {
  drawing.characters += value.length;
  if (drawing.characters > state.limits.drawing.charactersMax) drawing.isOver = true;
  else fact.attributes[name] = value;
}

export function describeElement(state: State, element: PageElement, described: Described): void {
  const { fact } = described;
  for (const name of state.limits.drawing.geometry) {
    const value = state.dom.attribute(element, name);
    if (value !== null) putAttribute(state, described, name, value);
  }
  describeInherited(state, element, described);
  describeOwn(state, element, described);
  if (fact.depth === 0) putAttribute(state, described, 'id', attributeOf(state, element, 'id', 200));
  if (/gradient$/.test(fact.tag)) describeTemplate(state, element, described);
  describeBox(state, element, described);
}

/** Records the paint that differs from that of the parent, and all of an element without a parent in the drawing. */
export function describeInherited(state: State, element: PageElement, described: Described): void {
  const { style, parent, drawing } = described;
  for (const name of state.limits.drawing.inheritedPaint) {
    const value = style.getPropertyValue(name).slice(0, 300);
    const given = state.dom.attribute(element, name);
    if (parent !== null && given === null && parent.getPropertyValue(name) === value) continue;
    const isCurrent = /^currentcolor$/i.test(given ?? '') && value === style.color;
    putAttribute(state, described, name, isCurrent ? 'currentColor' : value);
    wantDefinition(drawing, value);
  }
}

export function describeOwn(state: State, element: PageElement, described: Described): void {
  const { style, fact, drawing } = described;
  const names = fact.tag === 'stop' ? ['stop-color', 'stop-opacity'] : [];
  for (const name of names) putAttribute(state, described, name, style.getPropertyValue(name).slice(0, 300));
  if (style.opacity !== '1') putAttribute(state, described, 'opacity', style.opacity);
  for (const name of ['clip-path', 'mask']) {
    const value = (state.dom.attribute(element, name) ?? style.getPropertyValue(name)).slice(0, 300);
    if (!value.startsWith('url(')) continue;
    putAttribute(state, described, name, value);
    wantDefinition(drawing, value);
  }
}

/** Records the gradient whose stops a gradient shares. */
export function describeTemplate(state: State, element: PageElement, described: Described): void {
  const id = targetId(state, element);
  if (id === '') return;
  putAttribute(state, described, 'href', `#${id}`);
  wantDefinition(described.drawing, `url(#${id})`);
}

export function describeBox(state: State, element: PageElement, { drawing, fact, uses }: Described): void {
  const isShape = fact.tag === 'text' || state.limits.drawing.shapeTags.includes(fact.tag);
  if (!drawing.hasText || uses > 0 || !isShape) return;
  const { x, y, width, height } = pageBox(state.dom.rect(element));
  fact.box = { x: x - drawing.x, y: y - drawing.y, width, height };
}

/** Returns the id to which an element links, such as a `<use>`; empty if it does not link to a part of the page. */
export function targetId({ dom }: State, element: PageElement): string {
  const href = dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? '';
  return href.startsWith('#') ? href.slice(1, 200) : '';
}

/** Notes the definition that a value refers to, so that the definition is recorded once. */
export function wantDefinition(drawing: Drawing, value: string): void {
  const id = /^url\(["']?#([^"'()\s]{1,200})["']?\)/.exec(value)?.[1];
  if (id === undefined || drawing.known.includes(id)) return;
  drawing.known.push(id);
  drawing.wanted.push(id);
}

/** Records the element that a `<use>` element shows, in a group at its place. */
export function drawUse(state: State, element: PageElement, { style, fact, ...place }: Described): void {
  const target = state.dom.byId(state.dom.document, targetId(state, element));
  // Without its target, the element stays a `use`, which is never returned.
  if (target === null || place.uses >= state.limits.drawing.usesMax) return;
  const { x, y, width, height, ...attributes } = fact.attributes;
  fact.tag = 'g';
  fact.attributes = { ...attributes, transform: useTransform(fact.attributes) };
  const before = place.drawing.nodes.length;
  drawTarget(state, target, { ...place, parent: style });
  const drawn = place.drawing.nodes[before];
  if (drawn === undefined || !/^(?:symbol|svg)$/.test(drawn.tag)) return;
  if (width !== undefined) drawn.attributes['width'] = width;
  if (height !== undefined) drawn.attributes['height'] = height;
}

export function useTransform(attributes: Record<string, string>): string {
  const left = Number.parseFloat(attributes['x'] ?? '') || 0;
  const top = Number.parseFloat(attributes['y'] ?? '') || 0;
  return `${attributes['transform'] ?? ''} translate(${left} ${top})`.trim();
}

/**
 * Records the target of a `<use>` element. The target inherits from the `<use>` element, but its computed paint is that
 * of its own place in the page. So only the paint that differs from that of the parent there is recorded.
 */
export function drawTarget(state: State, target: PageElement, place: DrawingPlace): void {
  const { dom } = state;
  const holder = dom.parent(target);
  const parent = holder !== null && isElementNode(dom, holder) ? dom.styleOf(holder) : place.parent;
  const inside = { ...place, depth: place.depth + 1, parent, uses: place.uses + 1 };
  if (dom.tag(target).toLowerCase() !== 'symbol') {
    drawElement(state, target, inside);
    return;
  }
  const style = dom.styleOf(target);
  const fact = addFact(state, 'symbol', inside);
  if (fact === null) return;
  describeElement(state, target, { ...inside, style, fact });
  drawChildren(state, target, { ...inside, parent: style });
}
