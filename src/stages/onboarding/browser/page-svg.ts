import { attributeOf, childrenOf, isElementNode, isSpent, type State } from './page-dom.ts';
import type { DrawnFact, Drawing, PageElement, PageStyle } from './page-types.ts';

// These functions run inside the page, see page-dom.ts.

/**
 * Returns the elements of an inline SVG with their geometry and their computed paint, and the definitions that they
 * refer to. Returns an empty list for an SVG over the limits.
 */
export function drawingOf(state: State, svg: PageElement): DrawnFact[] {
  const { x, y } = state.dom.rect(svg);
  const hasText = state.dom.queryIn(svg, 'text') !== null;
  const drawing: Drawing = { nodes: [], characters: 0, x, y, hasText, isOver: false, wanted: [], known: [] };
  draw(state, svg, { drawing, depth: 0, parent: null, uses: 0 });
  for (const id of drawing.wanted) {
    const definition = state.dom.byId(state.dom.document, id);
    if (definition !== null) draw(state, definition, { drawing, depth: 0, parent: null, uses: 1 });
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

export function draw(state: State, element: PageElement, place: DrawingPlace): void {
  const { drawing, depth, uses } = place;
  const { limits, dom } = state;
  const tag = dom.tag(element).toLowerCase();
  if (drawing.isOver || (depth > 0 && isSilent(state, tag))) return;
  const style = dom.styleOf(element);
  if (depth > 0 && isUnseen(style, uses)) return;
  const fact: DrawnFact = { tag: tag.slice(0, 40), depth, attributes: {} };
  if (drawing.nodes.length >= limits.drawing.nodesMax || depth > limits.drawing.depthMax || isSpent(state)) {
    drawing.isOver = true;
    return;
  }
  drawing.nodes.push(fact);
  describe(state, element, { ...place, style, fact });
  if (tag === 'use') drawUse(state, element, { ...place, style, fact });
  else if (limits.drawing.groupTags.includes(tag)) drawChildren(state, element, { ...place, parent: style });
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
  for (const child of childrenOf(state, element))
    if (isElementNode(state.dom, child)) draw(state, child, { ...place, depth: place.depth + 1 });
}

export interface Described extends DrawingPlace {
  style: PageStyle;
  fact: DrawnFact;
}

export function describe(state: State, element: PageElement, described: Described): void {
  const { drawing, fact, uses } = described;
  const { limits, dom } = state;
  const put = (name: string, value: string): void => {
    drawing.characters += value.length;
    if (drawing.characters > limits.drawing.charactersMax) drawing.isOver = true;
    else fact.attributes[name] = value;
  };
  for (const name of limits.drawing.geometry) {
    const value = dom.attribute(element, name);
    if (value !== null) put(name, value);
  }
  describePaint(state, element, { ...described, put });
  if (fact.depth === 0) put('id', attributeOf(state, element, 'id', 200));
  if (!drawing.hasText || uses > 0 || !(fact.tag === 'text' || limits.drawing.shapeTags.includes(fact.tag))) return;
  const rect = dom.rect(element);
  fact.box = { x: rect.x - drawing.x, y: rect.y - drawing.y, width: rect.width, height: rect.height };
}

export function describePaint(
  state: State,
  element: PageElement,
  { style, parent, drawing, fact, put }: Described & { put: (name: string, value: string) => void },
): void {
  const { limits, dom } = state;
  for (const name of limits.drawing.inheritedPaint) {
    const value = style.getPropertyValue(name).slice(0, 300);
    const given = dom.attribute(element, name);
    if (parent !== null && given === null && parent.getPropertyValue(name) === value) continue;
    const isCurrent = /^currentcolor$/i.test(given ?? '') && value === style.color;
    put(name, isCurrent ? 'currentColor' : value);
    if (value.startsWith('url(')) want(drawing, value);
  }
  if (fact.tag === 'stop')
    for (const name of ['stop-color', 'stop-opacity']) put(name, style.getPropertyValue(name).slice(0, 300));
  if (style.opacity !== '1') put('opacity', style.opacity);
  for (const name of ['clip-path', 'mask']) {
    const value = (dom.attribute(element, name) ?? style.getPropertyValue(name)).slice(0, 300);
    if (!value.startsWith('url(')) continue;
    put(name, value);
    want(drawing, value);
  }
  const template = (dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? '').slice(0, 200);
  if (!/gradient$/.test(fact.tag) || !template.startsWith('#')) return;
  put('href', template);
  want(drawing, `url(${template})`);
}

/** Notes the definition that a value refers to, so that the definition is recorded once. */
export function want(drawing: Drawing, value: string): void {
  const id = /^url\(["']?#([^"'()\s]{1,200})["']?\)/.exec(value)?.[1];
  if (id === undefined || drawing.known.includes(id)) return;
  drawing.known.push(id);
  drawing.wanted.push(id);
}

/** Records the element that a `<use>` element shows, in a group at its place. */
export function drawUse(state: State, element: PageElement, { style, fact, ...place }: Described): void {
  const { dom, limits } = state;
  const href = dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? '';
  const target = href.startsWith('#') ? dom.byId(dom.document, href.slice(1, 200)) : null;
  // Without its target, the element stays a `use`, which is never returned.
  if (target === null || place.uses >= limits.drawing.usesMax) return;
  const { x = '', y = '', width, height, transform = '', ...rest } = fact.attributes;
  const [left, top] = [x, y].map((length) => Number.parseFloat(length) || 0);
  fact.tag = 'g';
  fact.attributes = { ...rest, transform: `${transform} translate(${left} ${top})`.trim() };
  const before = place.drawing.nodes.length;
  drawTarget(state, target, { ...place, parent: style });
  const drawn = place.drawing.nodes[before];
  if (drawn === undefined || !/^(?:symbol|svg)$/.test(drawn.tag)) return;
  if (width !== undefined) drawn.attributes['width'] = width;
  if (height !== undefined) drawn.attributes['height'] = height;
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
    draw(state, target, inside);
    return;
  }
  const style = dom.styleOf(target);
  const fact: DrawnFact = { tag: 'symbol', depth: inside.depth, attributes: {} };
  place.drawing.nodes.push(fact);
  describe(state, target, { ...inside, style, fact });
  drawChildren(state, target, { ...inside, parent: style });
}
