import type { AdRequest } from '../ads/ad-request.ts';
import { softHyphenated, withoutSoftHyphens } from '../studio/text/hyphenation/soft-hyphens.ts';

export interface ReadRequest {
  /** The request with texts without soft hyphens. In the texts, they would end words and be spoken. */
  request: AdRequest;
  /** Words of the request with soft hyphens, which are possible line breaks. */
  softHyphens: readonly string[];
}

/** Moves the soft hyphens of the texts of a request into a list of words. */
export function apartFromSoftHyphens(request: AdRequest): ReadRequest {
  const { brandName, productName, productDescription, direction, adCopies } = request;
  const texts = [brandName, productName, productDescription, ...adCopies.map(({ copyText }) => copyText)];
  const clean = (text: string | undefined) => text && withoutSoftHyphens(text);
  return {
    request: {
      ...request,
      brandName: clean(brandName),
      productName: clean(productName),
      productDescription: clean(productDescription),
      direction: clean(direction),
      adCopies: adCopies.map((copy) => ({
        ...copy,
        copyText: withoutSoftHyphens(copy.copyText),
        ...(copy.price !== undefined && { price: withoutSoftHyphens(copy.price) }),
      })),
    },
    softHyphens: texts.flatMap((text) => (text === undefined ? [] : softHyphenated(text))),
  };
}
