import { isIP } from 'node:net';
import type { Known } from '../known.ts';

/** Name under which an ad stands: that of the brand, else the host of its page, else the name of the product, else its host. */
export function signature(known: Known): string | null {
  const { ad, brand } = known;
  return brand.name ?? nameOfHost(ad.brandData.brandUrl) ?? brand.product?.name ?? hostName(known);
}

/** Host of the first page of the request that is not an IP address; null for none. */
export function hostName({ ad }: Known): string | null {
  return nameOfHost(ad.brandData.brandUrl) ?? nameOfHost(ad.productMetadata?.productUrl);
}

/** Host of any URL of the request, be it an IP address or that of a picture: for an ad that has nothing else to show. */
export function anyHost({ ad }: Known): string | null {
  const { brandUrl, brandImages = [] } = ad.brandData;
  const { productUrl, productImages } = ad.productMetadata ?? {};
  const pictures = [...brandImages, ...(productImages ?? [])].map(({ imageUrl }) => imageUrl);
  const first = [brandUrl, productUrl, ...pictures].find((url) => url !== undefined);
  return first === undefined ? null : bareHost(first);
}

/** Host of a page without `www.`; null for none and for an IP address. */
function nameOfHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const host = bareHost(url);
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null;
}

const bareHost = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
