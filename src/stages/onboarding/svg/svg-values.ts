import { lengths } from './svg-node.ts';

/** Returns the value to write for an attribute; undefined if the value is not allowed. */
type Form = (value: string, idOf: IdOf) => string | undefined;

/** Returns the new id of a definition; undefined if the drawing has none of this id. */
export type IdOf = (id: string) => string | undefined;

const numbers = /^[\d\s.,eE+-]*$/;
const commands = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,eE+-]*$/;
const length = /^[+-]?(?:\d{1,9}(?:\.\d{0,20})?|\.\d{1,20})(?:e[+-]?\d{1,2})?(?:px|%)?$/i;
const transforms = /^[\s,]*(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s.,eE+-]*\)[\s,]*)*$/;
const transformCharactersMax = 2_000;

const withoutBreaks = (value: string): string => value.replace(/\s+/g, ' ');

/** Returns a form that keeps the values that match a pattern. */
const matching =
  (pattern: RegExp): Form =>
  (value) =>
    pattern.test(value) ? withoutBreaks(value) : undefined;

const transform: Form = (value) =>
  value.length <= transformCharactersMax && transforms.test(value) ? withoutBreaks(value) : undefined;

const lengthForm: Form = (value) => (length.test(value) ? value.replace(/px$/i, '') : undefined);

export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Returns an opacity as a number from 0 to 1; undefined if the value is not an opacity. */
export function opacityOf(value: string | undefined): number | undefined {
  const share = Number.parseFloat(value ?? '') / (value?.endsWith('%') === true ? 100 : 1);
  return Number.isNaN(share) ? undefined : Math.min(1, Math.max(0, share));
}

const opacity: Form = (value) => {
  const share = opacityOf(value) ?? 1;
  return share < 1 ? String(rounded(share)) : undefined;
};

export const referenceIn = (value: string): string | undefined =>
  /^url\(\s{0,3}["']?#([^"'()\s]{1,200})["']?\s{0,3}\)/i.exec(value)?.[1];

const reference: Form = (value, idOf) => {
  const id = idOf(referenceIn(value) ?? '');
  return id === undefined ? undefined : `url(#${id})`;
};

const units = matching(/^(?:userSpaceOnUse|objectBoundingBox)$/);
const fillRule = matching(/^(?:evenodd|nonzero)$/);

/** Attributes without which an element has another shape or place. */
const shaping = new Map<string, Form>([
  ['d', matching(commands)],
  ['points', matching(numbers)],
  ...lengths.map((name) => [name, lengthForm] as const),
  ['transform', transform],
  ['gradientTransform', transform],
  ['viewBox', matching(numbers)],
]);

/** Attributes other than the paint of fills, strokes and stops, by name. Browsers ignore a value of another form. */
const forms = new Map<string, Form>([
  ...shaping,
  ['preserveAspectRatio', matching(/^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?)$/)],
  ...['gradientUnits', 'clipPathUnits', 'maskUnits', 'maskContentUnits'].map((name) => [name, units] as const),
  ['spreadMethod', matching(/^(?:pad|reflect|repeat)$/)],
  ['opacity', opacity],
  ['fill-rule', fillRule],
  ['clip-rule', fillRule],
  ['stroke-width', lengthForm],
  ['stroke-linecap', matching(/^(?:butt|round|square)$/)],
  ['stroke-linejoin', matching(/^(?:miter|round|bevel)$/)],
  ['stroke-miterlimit', matching(/^\d{1,3}(?:\.\d{1,6})?$/)],
  ['clip-path', reference],
  ['mask', reference],
]);

/**
 * Returns the attributes of an element that are allowed, in their order. Every value consists of letters, digits and
 * the signs `# ( ) % . , + -` and blanks, so it needs no escapes and refers only to definitions of the same document.
 */
export function allowedAttributes(attributes: Record<string, string>, idOf: IdOf): Record<string, string> {
  const allowed = Object.entries(attributes).map(([name, value]) => [name, forms.get(name)?.(value.trim(), idOf)]);
  return Object.fromEntries(allowed.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/**
 * Reports whether an element can be written with its shape and place. A length in `em`, for example, depends on the
 * page.
 */
export function hasKnownShape(attributes: Record<string, string>): boolean {
  return Object.entries(attributes).every(([name, value]) => {
    const form = shaping.get(name);
    return form === undefined || /^(?:auto)?$/.test(value.trim()) || form(value.trim(), () => undefined) !== undefined;
  });
}
