import type { Element } from 'domhandler';
import { around, isElement, nameOf } from '../element.ts';
import { facts, type Features } from '../evidence.ts';
import { isLinkAway, type Page } from '../page.ts';

const elementsMax = 3_000;
/** Minimum number of elements alike that make a list of things, and maximum number that are compared. */
const listMin = 3;
const listMax = 60;
/** Maximum number of ancestors of a picture of which each may be an entry of a list. */
const heightMax = 10;

const prices = '[class*="price" i], [class*="preis" i], [class*="amount" i], [itemprop="price"]';

/** Number of elements of one kind in each element of a page. */
type Counts = ReadonlyMap<Element, number>;

/** Returns a function that describes where a picture stands among the headings, prices, links and lists of a page. */
export function placesOf(page: Page): (element: Element) => Features {
  const select = (selector: string): Element[] => page.$(selector).toArray().filter(isElement).slice(0, elementsMax);
  const links = new Set(select('a[href]').filter(({ attribs: { href = '' } }) => isLinkAway(href, page)));
  const pictures = countsIn(select('img, amp-img'));
  const [linked, priced, titled] = [countsIn([...links]), countsIn(select(prices)), countsIn(select('h1'))];
  const sections = sectionsBefore(select('h1, h2, h3, img, amp-img'));
  return (element) => {
    const path = around(element);
    const lists = path.slice(0, heightMax).map(alike);
    const isInList = (...parts: Counts[]): boolean =>
      lists.some((list) => parts.every((part) => list.filter((each) => part.has(each)).length >= listMin));
    /** Returns 1 by the number of pictures in the innermost element that also has another part. */
    const closeness = (part: Counts): number => {
      const common = path.find((each) => part.has(each));
      return common === undefined ? 0 : 1 / (pictures.get(common) ?? 1);
    };
    return {
      'written.with-heading': closeness(titled),
      'written.with-price': closeness(priced),
      'written.section': Math.min(4, sections.get(element) ?? 0) / 4,
      ...facts({
        'written.linked': path.some((each) => links.has(each)),
        'written.row': isInList(pictures),
        'written.linked-row': isInList(pictures, linked),
        'written.priced-row': isInList(pictures, priced),
      }),
    };
  };
}

function countsIn(elements: readonly Element[]): Counts {
  const counts = new Map<Element, number>();
  for (const each of elements.flatMap(around)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

/** Returns an element and those beside it that are like it. */
function alike(element: Element): Element[] {
  const kindOf = (each: Element): string =>
    `${each.name} ${
      nameOf(each)
        .trim()
        .split(/[\s\d]/)[0] ?? ''
    }`;
  const siblings = isElement(element.parent) ? element.parent.children.filter(isElement) : [];
  return siblings.slice(0, listMax).filter((each) => kindOf(each) === kindOf(element));
}

/** Returns how many headings of sections stand between the main heading and each picture. */
function sectionsBefore(elements: readonly Element[]): Counts {
  let before = 0;
  return new Map(
    elements.flatMap((element) => {
      if (element.name === 'h1') before = 0;
      else if (element.name.startsWith('h')) before += 1;
      return [[element, before] as const];
    }),
  );
}
