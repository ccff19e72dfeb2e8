import { svgDataUrl, svgDataUrlMax } from '../../../domain/svg-data-url.ts';
import { shapeTags, type SvgNode } from './svg-node.ts';
import { allowedAttributes, referenceIn, type PaintContext } from './svg-values.ts';
import { treesOf, type SvgTree } from './svg-tree.ts';

/** Elements of the document that is written, by the elements that they are written for. */
const written = new Map<string, string>([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'mask', 'stop'].map(
    (tag) => [tag, tag] as const,
  ),
  ['a', 'g'],
  ['switch', 'g'],
  ['symbol', 'svg'],
  ['lineargradient', 'linearGradient'],
  ['radialgradient', 'radialGradient'],
  ['clippath', 'clipPath'],
]);
const definitionTags = /^(?:lineargradient|radialgradient|clippath|mask)$/;

/** Longer side, in pixels, that a document declares. Programs that draw it choose their own size. */
const sidePx = 512;

export interface Size {
  width: number;
  height: number;
}

interface Writer {
  ids: ReadonlyMap<string, string>;
  /** Number of painted shapes outside of definitions. */
  shapes: number;
  /** True in definitions. There, shapes without paint count too, because they may be the outline of a clip path. */
  isDefinition: boolean;
}

interface Inherited {
  color: string;
  fill: string;
  stroke: string;
}

/** The part of an SVG's coordinates that is shown: left, top, width and height. */
export type ViewBox = [number, number, number, number];

/** Returns the coordinates that an `svg` element shows. Without a view box they are its CSS pixels. */
export function viewBoxOf({ attributes }: SvgNode, painted: Size | undefined): ViewBox | undefined {
  const { viewBox, width, height } = attributes;
  const given =
    viewBox === undefined
      ? [0, 0, pixels(width), pixels(height)]
      : viewBox
          .trim()
          .split(/[\s,]+/)
          .map(Number);
  const isUsable = isViewBox(given);
  if (isUsable || viewBox !== undefined || painted === undefined) return isUsable ? given : undefined;
  const box = [0, 0, painted.width, painted.height];
  return isViewBox(box) ? box : undefined;
}

function isViewBox(box: number[]): box is ViewBox {
  const [x = NaN, y = NaN, width = 0, height = 0] = box;
  return box.length === 4 && [x, y, width, height].every(isPlausible) && width > 0 && height > 0;
}

const isPlausible = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < 1e6;

function pixels(length: string | undefined): number {
  return length !== undefined && /^\s*[\d.]+(?:px)?\s*$/.test(length) ? Number.parseFloat(length) : NaN;
}

/**
 * Writes an inline SVG of a page as a document of its own: colours are resolved, ids are new, and everything but shapes,
 * gradients, clip paths and masks is left out. Returns undefined if it shows nothing, or if it contains something that
 * cannot be drawn outside of its page, such as text or a picture.
 */
export function buildSvg(nodes: readonly SvgNode[], viewBox: ViewBox): string | undefined {
  const [root, ...definitions] = treesOf(nodes) ?? [];
  if (root?.node.tag !== 'svg' || !isDrawable(root) || !definitions.every(isDrawable)) return undefined;
  const known = definitions.filter(({ node }) => definitionTags.test(node.tag));
  const ids = new Map(known.map(({ node }, at) => [node.attributes['id'] ?? '', `i${at}`]));
  if (refersToMissing(nodes, definitions, ids)) return undefined;
  const writer: Writer = { ids, shapes: 0, isDefinition: false };
  const initial = { color: '#000000', fill: '#000000', stroke: 'none' };
  const defs = known.map((tree) => write(tree, initial, { ...writer, isDefinition: true })).join('');
  const inherited = inheritedBy(root.node, initial);
  const content = root.children.map((child) => write(child, inherited, writer)).join('');
  if (writer.shapes === 0) return undefined;
  const paint = attributesOf({ ...root.node, attributes: paintOf(root.node) }, inherited, writer);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame(viewBox)}${paint}>${defs === '' ? '' : `<defs>${defs}</defs>`}${content}</svg>`;
}

/** Returns the data URL of an inline SVG; undefined if it cannot be drawn outside of its page or is too large. */
export function drawingUrl(nodes: readonly SvgNode[], viewBox: ViewBox): string | undefined {
  const svg = buildSvg(nodes, viewBox);
  const url = svg === undefined ? undefined : svgDataUrl(svg);
  return url === undefined || url.length > svgDataUrlMax ? undefined : url;
}

function isDrawable({ node, children }: SvgTree): boolean {
  return (written.has(node.tag) || node.tag === 'pattern') && children.every(isDrawable);
}

/** Reports whether a shape is painted with a definition that is not written, such as a pattern. */
function refersToMissing(
  nodes: readonly SvgNode[],
  definitions: readonly SvgTree[],
  ids: ReadonlyMap<string, string>,
): boolean {
  const others = new Set(definitions.map(({ node }) => node.attributes['id'] ?? '').filter((id) => !ids.has(id)));
  return nodes.some(({ attributes }) =>
    ['fill', 'stroke'].some((name) => others.has(referenceIn(attributes[name] ?? '') ?? '')),
  );
}

/** Returns the paint of the outermost element without its opacity, with which pages fade in their logos. */
function paintOf({ attributes }: SvgNode): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^(?:fill|stroke|clip-rule)/.test(name)));
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

function frame(viewBox: ViewBox): string {
  const [, , width, height] = viewBox;
  const scale = sidePx / Math.max(width, height);
  return `viewBox="${viewBox.map(rounded).join(' ')}" width="${rounded(width * scale)}" height="${rounded(height * scale)}"`;
}

function inheritedBy({ attributes }: SvgNode, outside: Inherited): Inherited {
  const given = (name: keyof Inherited): string => {
    const value = attributes[name] ?? 'inherit';
    return /^(?:inherit|unset)$/i.test(value) ? outside[name] : value;
  };
  const color =
    attributes['color'] === undefined || /^currentcolor$/i.test(given('color')) ? outside.color : given('color');
  return { color, fill: given('fill'), stroke: given('stroke') };
}

/** Paint of an element that sets none. The readers report it for elements without a parent in the drawing. */
const usual: Record<string, string> = {
  'fill-rule': 'nonzero',
  'clip-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
};

function attributesOf({ tag, depth, attributes }: SvgNode, { color }: Inherited, { ids }: Writer): string {
  const context: PaintContext = { color, idOf: (id) => ids.get(id) };
  const isPaintServer = /gradient$|^stop$/.test(tag);
  return Object.entries(allowedAttributes(attributes, context))
    .filter(([name, value]) => depth > 0 || usual[name] !== value)
    .filter(([name]) => !isPaintServer || !/^(?:fill|stroke|clip-rule)/.test(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/** Writes an element with its children. Its colours are resolved with the colour that it inherits or sets. */
function write({ node, children }: SvgTree, outside: Inherited, writer: Writer): string {
  const name = written.get(node.tag) ?? 'g';
  const inherited = inheritedBy(node, outside);
  if (shapeTags.includes(node.tag)) {
    if (!writer.isDefinition && !isPainted(inherited)) return '';
    writer.shapes += 1;
  }
  const id = definitionTags.test(node.tag) ? ` id="${writer.ids.get(node.attributes['id'] ?? '') ?? ''}"` : '';
  const template = gradientTemplate(node, writer);
  const content = children.map((child) => write(child, inherited, writer)).join('');
  const attributes = `${id}${template}${attributesOf(node, inherited, writer)}`;
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function isPainted({ fill, stroke }: Inherited): boolean {
  return [fill, stroke].some((paint) => paint !== 'none' && paint !== 'transparent');
}

/** Returns the reference of a gradient to the gradient whose stops it shares. */
function gradientTemplate({ tag, attributes }: SvgNode, { ids }: Writer): string {
  const id = /gradient$/.test(tag) ? ids.get((attributes['href'] ?? '').replace(/^#/, '')) : undefined;
  return id === undefined ? '' : ` href="#${id}"`;
}
