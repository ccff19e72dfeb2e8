import type { AnyNode, Element } from 'domhandler';
import { existsOne, find, findOne, isTag } from 'domutils';
import { isElement } from '../element.ts';

/** Maximum number of elements around a picture that are searched for its `<noscript>`. */
const wrappersMax = 2;
/** Maximum number of siblings between a picture and its `<noscript>`. */
const siblingsMax = 100;

/**
 * Returns the picture that a page shows in place of an element if scripts do not run: the one in the `<noscript>` next to
 * the element, or next to a wrapper of the element alone.
 */
export function noscriptPicture(element: Element): Element | undefined {
  let place = element;
  for (let height = 0; height <= wrappersMax; height += 1) {
    const found = besides(place);
    const { parent } = place;
    if (found !== undefined || !isElement(parent) || find(isImg, [parent], true, 2).length > 1) return found;
    place = parent;
  }
  return undefined;
}

/** In a row of pictures, the `<noscript>` of each picture follows it, or precedes it if the row begins with one. */
function besides(place: Element): Element | undefined {
  const before = neighbour(place, 'prev');
  const partner = before !== undefined && beginsWithNoscript(place) ? before : neighbour(place, 'next');
  if (partner?.name !== 'noscript') return undefined;
  return findOne(isImg, partner.children) ?? undefined;
}

function neighbour(place: Element, side: 'prev' | 'next'): Element | undefined {
  let node = place[side];
  for (let passed = 0; node !== null && passed < siblingsMax; passed += 1) {
    if (isPicture(node)) return node;
    node = node[side];
  }
  return undefined;
}

function beginsWithNoscript({ parent }: Element): boolean {
  return parent?.children.find(isPicture)?.name === 'noscript';
}

const isImg = (node: AnyNode): boolean => isTag(node) && node.name === 'img';

function isPicture(node: AnyNode): node is Element {
  if (!isTag(node)) return false;
  return (
    node.name === 'img' || node.name === 'picture' || (node.name === 'noscript' && existsOne(isImg, node.children))
  );
}

/** Returns the element around a `<noscript>` if the `<noscript>` has its only pictures. */
export function loneNoscriptPlace(noscript: Element): Element | undefined {
  const { parent } = noscript;
  if (!isElement(parent)) return undefined;
  const hasOthers = parent.children.some((child) => child !== noscript && existsOne(isImg, [child]));
  return hasOthers ? undefined : parent;
}
