import type { Element } from 'domhandler';
import { isElement } from '../element.ts';
import type { Page } from '../page.ts';

/** Maximum number of elements around a picture that are searched for its `<noscript>`. */
const wrappersMax = 2;

/**
 * Returns the picture that a page shows in place of an element if scripts do not run: the one in the `<noscript>` next to
 * the element, or next to a wrapper of the element alone.
 */
export function noscriptPicture(element: Element, page: Page): Element | undefined {
  let place = element;
  for (let height = 0; height <= wrappersMax; height += 1) {
    const found = besides(place, page);
    const { parent } = place;
    if (found !== undefined || !isElement(parent) || page.$(parent).find('img').length > 1) return found;
    place = parent;
  }
  return undefined;
}

/** In a row of pictures, the `<noscript>` of each picture follows it, or precedes it if the row begins with one. */
function besides(place: Element, { $ }: Page): Element | undefined {
  const row = $(place)
    .parent()
    .children()
    .toArray()
    .filter((each) => each === place || isPicture(each) || $(each).is('noscript:has(img)'));
  const partner = row[row.indexOf(place) + (row[0]?.name === 'noscript' ? -1 : 1)];
  return partner?.name === 'noscript' ? $(partner).find('img').get(0) : undefined;
}

const isPicture = ({ name }: Element): boolean => name === 'img' || name === 'picture';

/** Returns the element around a `<noscript>` if the `<noscript>` has its only pictures. */
export function loneNoscriptPlace(noscript: Element, { $ }: Page): Element | undefined {
  const { parent } = noscript;
  const others = $(noscript).siblings().addBack().not(noscript);
  const hasOthers = others.is('img') || others.find('img').length > 0;
  return isElement(parent) && !hasOthers ? parent : undefined;
}
