import type { BrandFacts } from '../brand-facts.ts';

/** Returns the texts of the request and of the pages, which a text of a model must not go beyond. */
export function sourcesOf({ request, brand, extract }: BrandFacts): string[] {
  const product = brand.product ?? extract?.product ?? null;
  return [
    ...[brand.name, request.productName, request.productDescription, request.direction],
    ...[product?.name, product?.description, product?.price, product?.currency],
    ...request.adCopies.flatMap(({ copyText, price }) => [copyText, price]),
    ...[...brand.headlines, ...brand.ctas, ...(extract?.subheadlines ?? [])].map(({ text }) => text),
  ].flatMap((text) => (text === null || text === undefined || text === '' ? [] : [text]));
}
