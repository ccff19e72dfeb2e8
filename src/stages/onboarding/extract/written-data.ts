import { isRecord, type Json } from '../json.ts';

const listMax = 2_000;
/** Keys of a reference to a node. */
const referenceKeys = new Set(['@id', '@type', '@context']);

/** Properties of which the values are related to the product or the organization, and are of the same kind. */
export const relations: ReadonlySet<string> = new Set([
  ...['parentOrganization', 'subOrganization', 'memberOf', 'member'],
  ...['isRelatedTo', 'isSimilarTo', 'isAccessoryOrSparePartFor', 'hasVariant'],
]);

/** Properties of which the values say nothing about the brand or the product of the page. */
export const elsewhere: ReadonlySet<string> = new Set([
  ...relations,
  ...['review', 'reviews', 'author', 'creator', 'sponsor', 'founder', 'itemListElement', 'hasOfferCatalog'],
]);

/** Reports whether a record only refers to a node. */
export function isReference(record: Json): boolean {
  return '@id' in record && Object.keys(record).every((key) => referenceKeys.has(key));
}

/** Returns the items of a list, a list of JSON-LD such as `@list`, or a single value. */
export function listed(value: unknown): unknown[] {
  const flat = [value].flat(3).slice(0, listMax);
  return flat.flatMap((item) => (isRecord(item) ? [item['@list'] ?? item['@set'] ?? item].flat(2) : [item]));
}

/** Returns the name of a type or property of schema.org without its prefix. */
export const shortName = (name: string): string => name.replace(/^(?:schema:|https?:\/\/schema\.org\/)/i, '');

/** Returns the values of a property as they are written. The name of the property may have a prefix. */
export function written(record: Json, key: string): unknown[] {
  const name = key in record ? key : Object.keys(record).find((each) => shortName(each) === key);
  return name === undefined ? [] : listed(record[name]);
}
