import { formatHex, parse } from 'culori';

/** Paint that an element inherits in the document that is being written. */
export interface PaintContext {
  /** Value of `currentColor`. */
  color: string;
  /** Returns the new id of a definition; undefined if the drawing has none of this id. */
  idOf: (id: string) => string | undefined;
}

type Check = (value: string, context: PaintContext) => Record<string, string>;

const numbers = /^[\d\s.,eE+-]*$/;
const commands = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/;
const length = /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?(?:px|%)?$/i;
const transforms = /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\([\d\s.,eE+-]*\))*$/;

/** Returns a check that keeps the values that match a pattern. */
const matching =
  (name: string, pattern: RegExp): Check =>
  (value) =>
    pattern.test(value) ? { [name]: value.replace(/\s+/g, ' ') } : {};

const transform =
  (name: string): Check =>
  (value) =>
    transforms.test(value.replace(/[\s,]+(?=[a-z])|\s+(?=\()/gi, '')) ? { [name]: value.replace(/\s+/g, ' ') } : {};

const lengthOf =
  (name: string): Check =>
  (value) =>
    length.test(value) ? { [name]: value.replace(/px$/i, '') } : {};

const opacity =
  (name: string): Check =>
  (value) => {
    const share = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
    return share >= 0 && share < 1 ? { [name]: String(Math.round(share * 1_000) / 1_000) } : {};
  };

export const referenceIn = (value: string): string | undefined =>
  /^url\(\s{0,3}["']?#([^"'()\s]{1,200})["']?\s{0,3}\)/i.exec(value)?.[1];

const reference =
  (name: string): Check =>
  (value, { idOf }) => {
    const id = idOf(referenceIn(value) ?? '');
    return id === undefined ? {} : { [name]: `url(#${id})` };
  };

function colorOf(value: string): { hex: string; alpha: number } | undefined {
  if (value.length > 200 || value === '') return undefined;
  try {
    const color = parse(value);
    return color && { hex: formatHex(color), alpha: color.alpha ?? 1 };
  } catch {
    return undefined;
  }
}

/** Returns the colour in hexadecimal digits, and its transparency as an attribute of its own. */
function solid(name: string, value: string, opacityName: string): Record<string, string> {
  const color = colorOf(value);
  if (color === undefined) return {};
  return {
    [name]: color.hex,
    ...(color.alpha < 1 && { [opacityName]: String(Math.round(color.alpha * 1_000) / 1_000) }),
  };
}

const paint =
  (name: string, opacityName: string): Check =>
  (value, { color, idOf }) => {
    if (value === 'none' || value === 'transparent') return { [name]: 'none' };
    if (/^currentcolor$/i.test(value)) return solid(name, color, opacityName);
    if (!/^url\(/i.test(value)) return solid(name, value, opacityName);
    const id = idOf(referenceIn(value) ?? '');
    if (id !== undefined) return { [name]: `url(#${id})` };
    const fallback = solid(name, value.slice(value.indexOf(')') + 1).trim(), opacityName);
    return { [name]: 'none', ...fallback };
  };

/** Checks by attribute. Each returns the attributes to write for a value; none if the value is not allowed. */
const checks = new Map<string, Check>([
  ['d', matching('d', commands)],
  ['points', matching('points', numbers)],
  ...['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2', 'fx', 'fy', 'offset'].map(
    (name) => [name, lengthOf(name)] as const,
  ),
  ['transform', transform('transform')],
  ['gradientTransform', transform('gradientTransform')],
  ['viewBox', matching('viewBox', numbers)],
  [
    'preserveAspectRatio',
    matching('preserveAspectRatio', /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?)$/),
  ],
  ...['gradientUnits', 'clipPathUnits', 'maskUnits', 'maskContentUnits'].map(
    (name) => [name, matching(name, /^(?:userSpaceOnUse|objectBoundingBox)$/)] as const,
  ),
  ['spreadMethod', matching('spreadMethod', /^(?:pad|reflect|repeat)$/)],
  ['fill', paint('fill', 'fill-opacity')],
  ['stroke', paint('stroke', 'stroke-opacity')],
  ['stop-color', paint('stop-color', 'stop-opacity')],
  ...['opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity'].map((name) => [name, opacity(name)] as const),
  ...['fill-rule', 'clip-rule'].map((name) => [name, matching(name, /^(?:evenodd|nonzero)$/)] as const),
  ['stroke-width', lengthOf('stroke-width')],
  ['stroke-linecap', matching('stroke-linecap', /^(?:butt|round|square)$/)],
  ['stroke-linejoin', matching('stroke-linejoin', /^(?:miter|round|bevel)$/)],
  ['stroke-miterlimit', matching('stroke-miterlimit', /^\d{1,3}(?:\.\d{1,6})?$/)],
  ['clip-path', reference('clip-path')],
  ['mask', reference('mask')],
]);

/**
 * Returns the attributes of an element that are allowed, in their order. Every value consists of letters, digits and
 * the signs `# ( ) % . , + -` and blanks, so it needs no escapes and refers only to definitions of the same document.
 */
export function allowedAttributes(attributes: Record<string, string>, context: PaintContext): Record<string, string> {
  const allowed = Object.entries(attributes).map(([name, value]) => checks.get(name)?.(value.trim(), context) ?? {});
  return Object.assign({}, ...allowed) as Record<string, string>;
}
