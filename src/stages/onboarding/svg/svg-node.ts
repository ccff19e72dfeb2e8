import { z } from 'zod';

/** Limits for one inline SVG of a page. A larger one is an illustration or an attack. */
export const drawingLimits = {
  nodesMax: 400,
  /** Maximum number of elements that are visited, which includes hidden elements and those that show nothing. */
  visitsMax: 3_000,
  charactersMax: 60_000,
  depthMax: 24,
  /** Maximum number of `<use>` elements inside each other. */
  usesMax: 4,
} as const;

const Length = z.number().min(-1e7).max(1e7);
const Box = z.strictObject({ x: Length, y: Length, width: Length, height: Length });

/**
 * Element of an inline SVG, as a reader of a page has found it. A list of elements describes a drawing: first the `svg`
 * element (depth 0) with its descendants in document order, then the definitions that it refers to, such as gradients,
 * each at depth 0.
 */
export const SvgNode = z.strictObject({
  /** Name of the element in lower case. */
  tag: z.string().max(40),
  depth: z.number().int().min(0).max(drawingLimits.depthMax),
  /**
   * Geometry and paint by the names of SVG attributes. A paint that is missing is inherited from the parent in the list.
   * `currentColor` refers to the inherited `color`.
   */
  attributes: z.record(z.string().max(40), z.string().max(drawingLimits.charactersMax)),
  /** Painted box in CSS pixels, measured from the top left corner of the `svg` element, if it is known. */
  box: Box.optional(),
});
export type SvgNode = z.infer<typeof SvgNode>;
export type SvgBox = z.infer<typeof Box>;

export const SvgDrawing = z.array(SvgNode).max(drawingLimits.nodesMax);

/** Attributes whose value is a length. */
export const lengths: readonly string[] = [
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
  'offset',
];

/** Attributes with the geometry of an element, which the readers copy. */
export const geometry: readonly string[] = [
  'd',
  'points',
  ...lengths,
  'transform',
  'viewBox',
  'preserveAspectRatio',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'clipPathUnits',
  'maskUnits',
  'maskContentUnits',
];

/** Paint that an element inherits from its parent. */
export const inheritedPaint: readonly string[] = [
  'color',
  'fill',
  'fill-opacity',
  'fill-rule',
  'clip-rule',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
];

/** Elements that show nothing by themselves. The readers skip them, and all elements with a prefix such as `sodipodi:`. */
export const silentTags: readonly string[] = [
  'title',
  'desc',
  'metadata',
  'style',
  'script',
  'animate',
  'animatetransform',
  'animatemotion',
  'set',
  'defs',
  'symbol',
  'filter',
  'marker',
  'lineargradient',
  'radialgradient',
  'clippath',
  'mask',
  'pattern',
];

/** Elements whose children the readers follow. Of any other element they report only its name and attributes. */
export const groupTags: readonly string[] = [
  'svg',
  'g',
  'a',
  'symbol',
  'lineargradient',
  'radialgradient',
  'clippath',
  'mask',
];

export const shapeTags: readonly string[] = ['path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline'];
