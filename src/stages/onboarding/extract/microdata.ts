import type { Element } from 'domhandler';
import { isElement } from '../element.ts';
import { evidence } from '../evidence.ts';
import { joined, logoAt, type Extractor, type Findings } from '../findings.ts';
import { scalarText } from '../json.ts';
import type { Page } from '../page.ts';
import { absoluteUrl, cleanLines, cleanText, textMax } from '../text.ts';
import {
  elementsOf,
  embeddedItems,
  literalOf,
  microdataAttributes,
  rdfaAttributes,
  typesOf,
  valueOf,
  type Dialect,
} from './embedded-items.ts';
import { linkedData } from './linked-data.ts';
import { linkedProduct, type LinkedProduct } from './linked-product.ts';
import { offerContext } from './offers.ts';
import { pictureEvidence, productEvidence } from './product-evidence.ts';

const source = 'page';
/** Maximum number of items with an id, which other items may refer to. */
const namedMax = 50;
const imagesMax = 20;
const product = /^(?:Product|ProductGroup|ProductModel|IndividualProduct)$/;
const organization = /^(?:Organization|\w*Store)$/;

/** Elements of a page that are items in one of the ways to describe a page in its markup. */
interface Items {
  page: Page;
  dialect: Dialect;
  elements: Element[];
}

function itemsOf(page: Page, dialect: Dialect): Items {
  return {
    page,
    dialect,
    elements: page
      .$(dialect.scopes.map((scope) => `[${scope}]`).join())
      .toArray()
      .filter(isElement),
  };
}

const ofKind = ({ elements, dialect }: Items, type: RegExp): Element[] =>
  elements.filter((element) => typesOf(element, dialect).some((each) => type.test(each)));

/** Returns the text of the first property with a name, wherever it is below an element. */
function firstText(element: Element | undefined, name: string, { dialect }: Items): string | undefined {
  const [found] = element === undefined ? [] : elementsOf(element, name, dialect);
  return found === undefined ? undefined : scalarText(literalOf(found));
}

function imagesOf(element: Element, { page, dialect }: Items): string[] {
  const found = elementsOf(element, 'image', dialect).slice(0, imagesMax);
  return found.flatMap((each) => absoluteUrl(scalarText(valueOf(each, page, false)), page.base) ?? []);
}

/** Returns the first product. What it does not state itself is taken from the items inside it. */
function productOf(items: Items): Partial<Findings> {
  const { page, dialect } = items;
  const [element] = ofKind(items, product);
  if (element === undefined) return {};
  const named = items.elements.filter(({ attribs }) => attribs[dialect.id] !== undefined).slice(0, namedMax);
  const roots = embeddedItems([element, ...named], dialect, page);
  const context = offerContext(linkedData(roots, page.base), page);
  const value = completed(linkedProduct(roots[0] ?? {}, context), element, items);
  return {
    descriptions: evidence(value.description, source, { microdata: 1 }),
    pictures: pictureEvidence(value.images, source, 'microdata'),
    ...productEvidence(value, source, { microdata: 1 }),
  };
}

function completed(value: LinkedProduct, element: Element, items: Items): LinkedProduct {
  return {
    ...value,
    name: value.name ?? cleanText(firstText(element, 'name', items), textMax.name) ?? null,
    description: value.description ?? cleanLines(firstText(element, 'description', items), textMax.description) ?? null,
    images: value.images.length > 0 ? value.images : imagesOf(element, items),
  };
}

function findingsOf(items: Items): Partial<Findings> {
  const [brand] = ofKind(items, organization);
  const name = cleanText(firstText(brand, 'name', items), textMax.name);
  const [mark] = brand === undefined ? [] : elementsOf(brand, 'logo', items.dialect);
  const logo = mark && absoluteUrl(scalarText(valueOf(mark, items.page, true)), items.page.base);
  return {
    names: evidence(name, source, { 'structured.markup': 1 }),
    logos: logoAt(logo, source, { structured: 1 }),
    ...productOf(items),
  };
}

/** Reads microdata and RDFa. */
export const microdata: Extractor = (page) =>
  joined([microdataAttributes, rdfaAttributes].map((dialect) => findingsOf(itemsOf(page, dialect))));
