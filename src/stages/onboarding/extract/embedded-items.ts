import type { Element } from 'domhandler';
import { isElement, isWithin } from '../element.ts';
import { shownText, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { elementPicture } from './element-picture.ts';
import { struck } from './struck.ts';
import { visibleText } from './visible-text.ts';
import { shortName } from './written-data.ts';

/** Attributes that describe a page: those of microdata or of RDFa. */
export interface Dialect {
  /** Attributes of an element that is an item; one is enough. */
  scopes: readonly string[];
  type: string;
  property: string;
  id: string;
}

export const microdataAttributes: Dialect = {
  scopes: ['itemscope', 'itemtype'],
  type: 'itemtype',
  property: 'itemprop',
  id: 'itemid',
};
export const rdfaAttributes: Dialect = { scopes: ['typeof'], type: 'typeof', property: 'property', id: 'resource' };

/** Maximum numbers of elements and properties of a page that are read. */
const elementsMax = 20_000;
const propertiesMax = 1_000;
const attributeMax = 400;
/** Properties of items that are part of another item but lack the name of the property, by their types. */
const usualProperties: Readonly<Record<string, string>> = {
  Offer: 'offers',
  AggregateOffer: 'offers',
  ImageObject: 'image',
};

/** Returns the words of an attribute, without the prefix of schema.org. */
const wordsOf = (element: Element, attribute: string): string[] =>
  (element.attribs[attribute] ?? '')
    .slice(0, attributeMax)
    .split(/\s+/)
    .map(shortName)
    .filter((word) => /^[a-z]/i.test(word));

const isItem = ({ attribs }: Element, { scopes }: Dialect): boolean => scopes.some((scope) => scope in attribs);

/** Returns the types of an item without the prefix of schema.org. */
export const typesOf = (element: Element, { type }: Dialect): string[] => wordsOf(element, type);

/**
 * Returns the elements below an element that state a property, wherever they are. It does not use a selector, because
 * selecting below an element takes quadratic time in the number of its children.
 */
export function elementsOf(element: Element, name: string, dialect: Dialect): Element[] {
  return element.children.filter(isElement).flatMap((child) => {
    const own = wordsOf(child, dialect.property).includes(name) ? [child] : [];
    return [...own, ...elementsOf(child, name, dialect)];
  });
}

/** Reports whether an element has a price that is struck through. */
const isFormerPrice = (element: Element, name: string): boolean => /price$/i.test(name) && isWithin(element, struck);

/** Returns the value of a property: a value for programs in an attribute, else the visible text. */
export function literalOf(element: Element): unknown {
  const { attribs, name } = element;
  const isData = name === 'data' || name === 'meter';
  const attributes = ['content', ...(isData ? ['value'] : []), 'resource', 'href', 'src', 'datetime'];
  const stated = attributes.map((attribute) => attribs[attribute]).find((value) => value !== undefined);
  return stated ?? { [shownText]: visibleText(element).trim() };
}

/** Returns the value of an element: the picture that an `img` shows, else its literal value. */
export function valueOf(element: Element, page: Page, isLogo: boolean): unknown {
  if (element.name !== 'img' || element.attribs['content'] !== undefined) return literalOf(element);
  return elementPicture(element, page, isLogo) ?? literalOf(element);
}

/** Returns the names of the properties that an element states. An item without a name gets that of its type. */
function propertiesOf(element: Element, dialect: Dialect): string[] {
  const names = wordsOf(element, dialect.property);
  if (names.length > 0 || !isItem(element, dialect)) return names;
  return wordsOf(element, dialect.type).flatMap((each) => usualProperties[each] ?? []);
}

/** Adds a value to a property. Only own properties count, because the names are those of a page. */
function append(item: Json, name: string, value: unknown): void {
  const values = Object.hasOwn(item, name) ? item[name] : undefined;
  if (Array.isArray(values)) values.push(value);
  else item[name] = [value];
}

/**
 * Returns items of the markup of a page, each with the items inside it, in the form of JSON-LD. A price that is struck
 * through counts only if it is alone.
 */
export function embeddedItems(roots: readonly Element[], dialect: Dialect, page: Page): Json[] {
  let [elements, properties] = [elementsMax, propertiesMax];
  const itemOf = (element: Element, children: readonly unknown[], seen: Set<Element>): Json => {
    const id = element.attribs[dialect.id];
    const item: Json = { '@type': wordsOf(element, dialect.type), ...(id !== undefined && { '@id': id }) };
    const former: Json = {};
    const visit = (node: unknown): void => {
      elements -= 1;
      if (!isElement(node) || seen.has(node) || elements < 0) return;
      seen.add(node);
      const hasParts = isItem(node, dialect);
      const names = properties > 0 ? propertiesOf(node, dialect) : [];
      properties -= names.length;
      const value = hasParts
        ? itemOf(node, node.children, seen)
        : names.length > 0 && valueOf(node, page, names.includes('logo'));
      for (const name of names) append(isFormerPrice(node, name) ? former : item, name, value);
      if (!hasParts) node.children.forEach(visit);
    };
    children.forEach(visit);
    return { ...former, ...item };
  };
  return roots.map((root) => {
    const outside = elementsWithIds(wordsOf(root, 'itemref'), page.$);
    return itemOf(root, [...root.children, ...outside], new Set());
  });
}

function elementsWithIds(ids: readonly string[], $: Page['$']): Element[] {
  if (ids.length === 0) return [];
  return $('[id]')
    .toArray()
    .filter(({ attribs }) => ids.includes(attribs['id'] ?? ''));
}
