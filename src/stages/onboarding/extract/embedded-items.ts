import type { Element } from 'domhandler';
import { isElement, isWithin } from '../element.ts';
import { shownText, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { struck } from './struck.ts';
import { visibleText } from './visible-text.ts';
import { shortName } from './written-data.ts';

/** Attributes that describe a page: those of microdata or of RDFa. */
export interface Dialect {
  /** Attribute of an element that is an item. */
  scope: string;
  type: string;
  property: string;
  id: string;
}

export const microdataAttributes: Dialect = {
  scope: 'itemscope',
  type: 'itemtype',
  property: 'itemprop',
  id: 'itemid',
};
export const rdfaAttributes: Dialect = { scope: 'typeof', type: 'typeof', property: 'property', id: 'resource' };

const elementsMax = 5_000;
/** Properties of items that are part of another item but lack the name of the property, by their types. */
const usualProperties: Readonly<Record<string, string>> = {
  Offer: 'offers',
  AggregateOffer: 'offers',
  ImageObject: 'image',
};

/** Returns the words of an attribute, without the prefix of schema.org. */
const wordsOf = (element: Element, attribute: string): string[] =>
  (element.attribs[attribute] ?? '')
    .split(/\s+/)
    .map(shortName)
    .filter((word) => /^[a-z]/i.test(word));

/** Returns the types of an item without the prefix of schema.org. */
export const typesOf = (element: Element, { type }: Dialect): string[] => wordsOf(element, type);

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

/** Returns the names of the properties that an element states. An item without a name gets that of its type. */
function propertiesOf(element: Element, { scope, type, property }: Dialect): string[] {
  const names = wordsOf(element, property);
  if (names.length > 0 || !(scope in element.attribs)) return names;
  return wordsOf(element, type).flatMap((each) => usualProperties[each] ?? []);
}

const append = (item: Json, name: string, value: unknown): void => {
  item[name] = [...[item[name] ?? []].flat(), value];
};

/**
 * Returns an item of the markup of a page, with the items inside it, in the form of JSON-LD. A price that is struck
 * through counts only if it is alone.
 */
export function embeddedItem(root: Element, dialect: Dialect, { $ }: Page): Json {
  const seen = new Set<Element>();
  const itemOf = (element: Element, children: readonly unknown[]): Json => {
    const id = element.attribs[dialect.id];
    const item: Json = { '@type': wordsOf(element, dialect.type), ...(id !== undefined && { '@id': id }) };
    const former: Json = {};
    for (const child of children) visit(child, item, former);
    return { ...former, ...item };
  };
  const visit = (node: unknown, item: Json, former: Json): void => {
    if (!isElement(node) || seen.has(node) || seen.size >= elementsMax) return;
    seen.add(node);
    const isItem = dialect.scope in node.attribs;
    const names = propertiesOf(node, dialect);
    const value = isItem ? itemOf(node, node.children) : literalOf(node);
    for (const name of names) append(isFormerPrice(node, name) ? former : item, name, value);
    if (!isItem) for (const child of node.children) visit(child, item, former);
  };
  return itemOf(root, [...root.children, ...elementsWithIds(wordsOf(root, 'itemref'), $)]);
}

function elementsWithIds(ids: readonly string[], $: Page['$']): Element[] {
  if (ids.length === 0) return [];
  return $('[id]')
    .toArray()
    .filter(({ attribs }) => ids.includes(attribs['id'] ?? ''));
}
