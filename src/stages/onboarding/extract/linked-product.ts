import type { StatedProduct } from './product-evidence.ts';
import { scalarText, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { noPrice, type Price } from '../price.ts';
import { cleanMarkup, cleanMarkupLines, cleanText, textMax } from '../text.ts';
import type { LinkedData } from './linked-data.ts';
import { linkedPictures } from './linked-pictures.ts';
import { productPrice, type OfferContext } from './offers.ts';

const variantsMax = 20;

/** Returns the first text of a property. */
export function firstText(node: Json, key: string, data: LinkedData): string | undefined {
  return data
    .values(node, key)
    .map(scalarText)
    .find((text) => text !== undefined);
}

/** Returns the heading and the title of a page in lower case. */
export function pageTitles(page: Page): string[] {
  return ['h1', 'title'].map((tag) => cleanText(page.$(tag).first().text(), 300)?.toLowerCase() ?? '');
}

/** Reports whether a product has the name that the page has as its heading or title. */
export function isNamedBy(titles: readonly string[], name: string | null | undefined): boolean {
  return typeof name === 'string' && name !== '' && titles.some((title) => title.includes(name.toLowerCase()));
}

/** Returns the price of the variant that the page shows, else of the first variant with a price. */
function variantPrice(node: Json, context: OfferContext): Price {
  const { data, page } = context;
  const variants = [...data.linked(node, 'hasVariant'), ...data.referring(node, 'isVariantOf')].slice(0, variantsMax);
  const titles = pageTitles(page);
  const isShown = (variant: Json): boolean => isNamedBy(titles, firstText(variant, 'name', data));
  const ordered = [...variants.filter(isShown), ...variants.filter((variant) => !isShown(variant))];
  return ordered.map((variant) => productPrice(variant, context)).find(({ price }) => price !== null) ?? noPrice;
}

export interface LinkedProduct extends StatedProduct {
  description: string | null;
  images: string[];
}

/** Returns a product with what its variants, and the group or model that it belongs to, say about it. */
export function linkedProduct(node: Json, context: OfferContext): LinkedProduct {
  const { data, page } = context;
  const nodes = [node, ...data.linked(node, 'isVariantOf'), ...data.linked(node, 'model')];
  const text = (key: string): string | undefined =>
    nodes.map((each) => firstText(each, key, data)).find((found) => found !== undefined);
  const images = nodes.map((each) => linkedPictures(each, 'image', data, page)).find(({ length }) => length > 0);
  const own = productPrice(node, context);
  return {
    name: cleanMarkup(text('name'), textMax.name) ?? null,
    description: cleanMarkupLines(text('description'), textMax.description) ?? null,
    ...(own.price === null ? variantPrice(node, context) : own),
    images: images ?? [],
  };
}
