import type { Placed } from '../brief.ts';
import type { Layer } from '../scene.ts';
import { type Box, overlap } from '../box.ts';
import type { Proof } from './rule.ts';

export type Element = Placed;

/**
 * Returns the elements of an ad that must not overlap each other: the visible pixels of each text, buttons and badges
 * with their text, logo, product, and photos. A photo that is the background of the ad is not included.
 */
export function elementsOf({ scene, texts }: Proof): Element[] {
  const things = scene.layers.flatMap((layer, i) => elementOf(layer, i));
  const buttons = things.filter(({ kind }) => kind === 'button' || kind === 'badge');
  const inks = texts.flatMap(({ ink }) => (ink === null || buttons.some(({ box }) => isWithin(ink, box)) ? [] : [ink]));
  return [...inks.map((box): Element => ({ kind: 'text', box })), ...things];
}

function elementOf(layer: Layer, depth: number): Element[] {
  if (layer.kind === 'logo' || layer.kind === 'product') return [{ kind: layer.kind, box: layer.box }];
  if (layer.kind === 'fill' && (layer.element === 'button' || layer.element === 'badge'))
    return [{ kind: layer.element, box: layer.box }];
  return layer.kind === 'photo' && depth > 0 ? [{ kind: 'photo', box: layer.box }] : [];
}

const isWithin = (inner: Box, outer: Box) => overlap(inner, outer) >= inner.width * inner.height * 0.999;
