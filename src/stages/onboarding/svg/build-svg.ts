import { svgDataUrl, pictureDataUrlMax } from '../../../studio/pictures/picture-data-url.ts';
import { geometry, shapeTags, type SvgNode } from './svg-node.ts';
import { initialPaint, isVisible, paintAttributes, paintOf, stopAttributes, type Paint } from './svg-paint.ts';
import { treesOf, type SvgTree } from './svg-tree.ts';
import { allowedAttributes, hasKnownShape, opacityOf, referenceIn, rounded, type IdOf } from './svg-values.ts';

/** Elements of the document that is written, by the elements that they are written for. */
const written = new Map<string, string>([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'mask', 'stop'].map(
    (tag) => [tag, tag] as const,
  ),
  ['a', 'g'],
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
  idOf: IdOf;
  /** Number of painted shapes outside of definitions. */
  shapes: number;
  /** True in definitions. There, shapes without paint count too, because they may be the outline of a clip path. */
  isDefinition: boolean;
}

/** The part of an SVG's coordinates that is shown: left, top, width and height. */
export type ViewBox = [number, number, number, number];

/** Returns the coordinates that an `svg` element shows. Without a readable view box they are its CSS pixels. */
export function viewBoxOf({ attributes }: SvgNode, painted: Size | undefined): ViewBox | undefined {
  const { viewBox = '', width, height } = attributes;
  const given = numbersOf(viewBox);
  if (given.length === 4) return isViewBox(given) ? given : undefined;
  const sizes = [
    [0, 0, pixels(width), pixels(height)],
    [0, 0, painted?.width ?? NaN, painted?.height ?? NaN],
  ];
  return sizes.find(isViewBox);
}

/** Returns the numbers of a view box; an empty list if it is not a list of numbers. */
function numbersOf(viewBox: string): number[] {
  const parts = viewBox.trim().split(/[\s,]+/);
  const numbers = parts.map((part) => (part === '' ? NaN : Number(part)));
  return numbers.some(Number.isNaN) ? [] : numbers;
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
  if (root === undefined || !isDrawableRoot(root) || !definitions.every(isDrawableDefinition)) return undefined;
  if (clippedWork(nodes, definitions) > clippedWorkMax) return undefined;
  const known = definitions.filter(({ node }) => definitionTags.test(node.tag));
  const ids = new Map(known.map(({ node }, at) => [node.attributes['id'] ?? '', `i${at}`]));
  if (refersToMissing(nodes, definitions, ids)) return undefined;
  const writer: Writer = { idOf: (id) => ids.get(id), shapes: 0, isDefinition: false };
  const paint = paintOf(root.node.attributes, initialPaint);
  const defs = known.map((tree) => write(tree, initialPaint, { ...writer, isDefinition: true }, paint)).join('');
  const content = root.children.map((child) => write(child, paint, writer)).join('');
  if (writer.shapes === 0) return undefined;
  const attributes = attributesOf({ ...root.node, attributes: inheritedFrom(root.node) }, paint, initialPaint, writer);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame(viewBox)}${attributes}>${defs === '' ? '' : `<defs>${defs}</defs>`}${content}</svg>`;
}

/** Returns the data URL of an inline SVG; undefined if it cannot be drawn outside of its page or is too large. */
export function drawingUrl(nodes: readonly SvgNode[], viewBox: ViewBox): string | undefined {
  const svg = buildSvg(nodes, viewBox);
  const url = svg === undefined ? undefined : svgDataUrl(svg);
  return url === undefined || url.length > pictureDataUrlMax ? undefined : url;
}

function isDrawable({ node, children }: SvgTree): boolean {
  const isKnown = written.has(node.tag) || node.tag === 'pattern';
  return isKnown && hasKnownShape(node.attributes) && children.every(isDrawable);
}

const clips = ['clip-path', 'mask'];

/** The clip path of the outermost element is in CSS pixels of the page, which the document does not keep. */
function isDrawableRoot({ node, children }: SvgTree): boolean {
  return node.tag === 'svg' && !isClipped(node) && children.every(isDrawable);
}

/** Masks in masks multiply the work of drawing. */
function isDrawableDefinition(tree: SvgTree): boolean {
  return isDrawable(tree) && !containsClip(tree);
}

/** Limit for the elements of clip paths and masks that are drawn, counted once for each element that may use them. */
const clippedWorkMax = 4_000;

function clippedWork(nodes: readonly SvgNode[], definitions: readonly SvgTree[]): number {
  const sizeOf = ({ children }: SvgTree): number => children.reduce((sum, child) => sum + sizeOf(child), 1);
  const size = definitions
    .filter(({ node }) => /^(?:clippath|mask)$/.test(node.tag))
    .reduce((sum, tree) => sum + sizeOf(tree), 0);
  return nodes.filter(isClipped).length * size;
}

function isClipped({ attributes }: SvgNode): boolean {
  return clips.some((name) => referenceIn(attributes[name]?.trim() ?? '') !== undefined);
}

function containsClip({ node, children }: SvgTree): boolean {
  return isClipped(node) || children.some(containsClip);
}

/** Reports whether an element refers to a definition that is not written, such as a pattern. */
function refersToMissing(
  nodes: readonly SvgNode[],
  definitions: readonly SvgTree[],
  ids: ReadonlyMap<string, string>,
): boolean {
  const others = new Set(definitions.map(({ node }) => node.attributes['id'] ?? '').filter((id) => !ids.has(id)));
  return nodes.some(({ attributes }) =>
    ['fill', 'stroke', ...clips].some((name) => others.has(referenceIn(attributes[name]?.trim() ?? '') ?? '')),
  );
}

/** Returns the paint of the outermost element without its opacity, with which pages fade in their logos. */
function inheritedFrom({ attributes }: SvgNode): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^(?:fill|stroke|clip-rule)/.test(name)));
}

function frame(viewBox: ViewBox): string {
  const [, , width, height] = viewBox;
  const scale = sidePx / Math.max(width, height);
  return `viewBox="${viewBox.map(rounded).join(' ')}" width="${rounded(width * scale)}" height="${rounded(height * scale)}"`;
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

function attributesOf({ tag, depth, attributes }: SvgNode, paint: Paint, outside: Paint, { idOf }: Writer): string {
  const isPaintServer = /gradient$|^stop$/.test(tag);
  const all = Object.entries(allowedAttributes(attributes, idOf))
    .filter(([name, value]) => depth > 0 || usual[name] !== value)
    .filter(([name]) => !isPaintServer || !/^(?:fill|stroke|clip-rule)/.test(name));
  const painted =
    tag === 'stop' ? stopAttributes(attributes, paint) : paintAttributes(attributes, paint, outside, idOf);
  return [
    ...all.filter(([name]) => geometry.includes(name)),
    ...(/gradient$/.test(tag) ? [] : Object.entries(painted)),
    ...all.filter(([name]) => !geometry.includes(name)),
  ]
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/**
 * Writes an element with its children. Its colours are resolved with the colour that it inherits or sets. `around` is
 * the paint of the element around it in the document; definitions do not inherit from there in the page.
 */
function write({ node, children }: SvgTree, outside: Paint, writer: Writer, around = outside): string {
  const name = written.get(node.tag) ?? 'g';
  const paint = paintOf(node.attributes, outside);
  if (!writer.isDefinition && isUnseen(node, paint, writer)) return '';
  if (shapeTags.includes(node.tag)) writer.shapes += 1;
  const id = definitionTags.test(node.tag) ? ` id="${writer.idOf(node.attributes['id'] ?? '') ?? ''}"` : '';
  const template = gradientTemplate(node, writer);
  const content = children.map((child) => write(child, paint, writer)).join('');
  const attributes = `${id}${template}${attributesOf(node, paint, around, writer)}`;
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function isUnseen({ tag, attributes }: SvgNode, paint: Paint, { idOf }: Writer): boolean {
  return opacityOf(attributes['opacity']) === 0 || (shapeTags.includes(tag) && !isVisible(paint, idOf));
}

/** Returns the reference of a gradient to the gradient whose stops it shares. */
function gradientTemplate({ tag, attributes }: SvgNode, { idOf }: Writer): string {
  const id = /gradient$/.test(tag) ? idOf((attributes['href'] ?? '').replace(/^#/, '')) : undefined;
  return id === undefined ? '' : ` href="#${id}"`;
}
