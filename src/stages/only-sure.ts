import type { AdRequest } from '../ads/ad-request.ts';
import type { BrandExtract, SourcedText } from '../schema/brand.ts';
import { isSureEnough, type Printed } from '../studio/copy/costs.ts';

/** Returns what was found on web pages without what is not sure enough to be printed. */
export function onlySure(found: BrandExtract): BrandExtract {
  return {
    ...found,
    name: isSureEnough('name', found.nameConfidence) ? found.name : null,
    logo: found.logo && isSureEnough('logo', found.logo.confidence) ? found.logo : null,
    product: found.product && sureProduct(found.product),
    headlines: sureTexts(found.headlines, 'headline'),
    brandLines: sureTexts(found.brandLines, 'headline'),
    subheadlines: sureTexts(found.subheadlines, 'loneSupport'),
    ctas: sureTexts(found.ctas, 'action'),
  };
}

const sureTexts = (texts: readonly SourcedText[], kind: Printed): SourcedText[] =>
  texts.filter(({ confidence }) => isSureEnough(kind, confidence));

type Product = NonNullable<BrandExtract['product']>;

const sureProduct = (product: Product): Product => ({
  ...product,
  ...(!isSureEnough('productName', product.confidence) && { name: null }),
  ...(!isSureEnough('price', product.certainty) && { price: null, currency: null }),
});

/** Returns notes about what was found but left out of `sure`, unless the request gives the same thing. */
export function unsureNotes(found: BrandExtract, sure: BrandExtract, request: AdRequest): string[] {
  return checks(request).flatMap(({ isGiven, of, note }) => {
    const was = of(found) ?? null;
    return isGiven || was === null || (of(sure) ?? null) !== null ? [] : [note(was)];
  });
}

/** A thing that an ad prints, whether the request gives it, and the note for one that is not sure. */
interface Check {
  isGiven: boolean;
  of: (extract: BrandExtract) => string | null | undefined;
  note: (was: string) => string;
}

function checks({ brandField, brandName, brandImages, productName, adCopies }: AdRequest): Check[] {
  const isGiven = (type: 'headline' | 'offer'): boolean => adCopies.some(({ copyType }) => copyType === type);
  const isNamed = productName !== undefined;
  return [
    { isGiven: brandName !== undefined, of: ({ name }) => name, note: nameNote('brand', `${brandField}.brand_name`) },
    { isGiven: brandImages.length > 0, of: ({ logo }) => logo?.url, note: () => logoNote(brandField) },
    { isGiven: isNamed, of: productOf, note: nameNote('product', 'product_metadata.product_name') },
    { isGiven: isGiven('offer'), of: ({ product }) => product?.price, note: priceNote },
    { isGiven: isGiven('headline') || isNamed, of: headlineOf, note: () => headlineNote },
  ];
}

const productOf = ({ product }: BrandExtract): string | null | undefined => product?.name;

/** Returns what an ad shows as its headline, except the name of the brand. */
const headlineOf = (extract: BrandExtract): string | undefined =>
  extract.headlines[0]?.text ?? productOf(extract) ?? extract.brandLines[0]?.text;

const nameNote = (what: string, field: string) => (name: string) =>
  `The ${what} may be named ${name}, but its web page does not say so clearly, so ads do not print the name. ${field} sets it.`;

const logoNote = (field: string): string =>
  `No picture of the web page is surely the logo, so ads set the name in type. ${field}.brand_images sets a logo.`;

const priceNote = (price: string): string =>
  `The price may be ${price}, but the web page does not say so clearly, so ads do not show it. An offer in ad_copies sets it.`;

const headlineNote =
  'No text of the web pages is surely a headline, so ads show a name in its place. A headline in ad_copies sets it.';
