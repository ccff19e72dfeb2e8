import { formatHex } from 'culori';
import { asColor } from '../css/color-value.ts';
import { opacityOf, referenceIn, rounded, type IdOf } from './svg-values.ts';

type Attributes = Record<string, string>;

/** Paint that an element has by its own attributes and by inheritance. */
export interface Paint {
  /** Value of `currentColor`. */
  color: string;
  fill: string;
  stroke: string;
  'fill-opacity': number;
  'stroke-opacity': number;
}

export const initialPaint: Paint = {
  color: '#000000',
  fill: '#000000',
  stroke: 'none',
  'fill-opacity': 1,
  'stroke-opacity': 1,
};

/** Paint as the values of two attributes. */
interface Resolved {
  /** Colour in hexadecimal digits, reference to a definition, or `none`. */
  value: string;
  opacity: number;
}

const none: Resolved = { value: 'none', opacity: 1 };
const isCurrent = (value: string): boolean => /^currentcolor$/i.test(value);

function solid(value: string): Resolved | undefined {
  const color = value.length > 200 ? undefined : asColor(value.toLowerCase());
  return color && { value: formatHex(color), opacity: color.alpha ?? 1 };
}

/** Resolves a paint; returns undefined if the value is not a paint. A reference to a missing definition is no paint. */
function resolved(given: string, color: string, idOf: IdOf): Resolved | undefined {
  const value = given.trim();
  if (value === 'none' || value === 'transparent') return none;
  if (isCurrent(value)) return solid(color);
  if (!/^url\(/i.test(value)) return solid(value);
  const id = idOf(referenceIn(value) ?? '');
  if (id !== undefined) return { value: `url(#${id})`, opacity: 1 };
  const fallback = value.slice(value.indexOf(')') + 1).trim();
  return (isCurrent(fallback) ? solid(color) : solid(fallback)) ?? none;
}

const isPaint = (value: string): boolean => resolved(value, '#000000', () => undefined) !== undefined;

/** Returns the paint of an element. Values that are not allowed are ignored, as browsers do. */
export function paintOf(attributes: Attributes, outside: Paint): Paint {
  const given = (name: 'fill' | 'stroke'): string => {
    const value = attributes[name] ?? '';
    return isPaint(value) ? value : outside[name];
  };
  const { color = '' } = attributes;
  return {
    color: solid(color.trim()) === undefined ? outside.color : color.trim(),
    fill: given('fill'),
    stroke: given('stroke'),
    'fill-opacity': opacityOf(attributes['fill-opacity']) ?? outside['fill-opacity'],
    'stroke-opacity': opacityOf(attributes['stroke-opacity']) ?? outside['stroke-opacity'],
  };
}

/** Returns a fill or stroke with the transparency of its colour and of its opacity. */
function layer(paint: Paint, name: 'fill' | 'stroke', idOf: IdOf): Resolved {
  const { value, opacity } = resolved(paint[name], paint.color, idOf) ?? none;
  return { value, opacity: rounded(opacity * paint[`${name}-opacity`]) };
}

/** Returns the attributes for the paint of an element: those that it sets, and those that differ from `outside`. */
export function paintAttributes(attributes: Attributes, paint: Paint, outside: Paint, idOf: IdOf): Attributes {
  const entries = (['fill', 'stroke'] as const).flatMap((name): [string, string][] => {
    const own = layer(paint, name, idOf);
    const around = layer(outside, name, idOf);
    const isSet = isPaint(attributes[name] ?? '') || own.value !== around.value;
    return [
      ...(isSet ? [[name, own.value] as [string, string]] : []),
      ...(own.opacity === around.opacity ? [] : [[`${name}-opacity`, String(own.opacity)] as [string, string]]),
    ];
  });
  return Object.fromEntries(entries);
}

/** Returns the attributes for the colour of a stop of a gradient. */
export function stopAttributes(attributes: Attributes, { color }: Paint): Attributes {
  const own = resolved(attributes['stop-color'] ?? '#000000', color, () => undefined) ?? solid('#000000') ?? none;
  const given = attributes['stop-color'] !== undefined;
  const isInvisible = own.value === 'none';
  const opacity = isInvisible ? 0 : rounded(own.opacity * (opacityOf(attributes['stop-opacity']) ?? 1));
  return {
    ...(given && { 'stop-color': isInvisible ? '#000000' : own.value }),
    ...(opacity < 1 && { 'stop-opacity': String(opacity) }),
  };
}

/** Reports whether a shape with this paint can be seen. */
export function isVisible(paint: Paint, idOf: IdOf): boolean {
  return (['fill', 'stroke'] as const).some((name) => {
    const { value, opacity } = layer(paint, name, idOf);
    return value !== 'none' && opacity > 0;
  });
}
