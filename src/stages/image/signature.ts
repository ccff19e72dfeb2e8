import { isIP } from 'node:net';
import { bareHost } from '../../domain/urls.ts';
import type { Known } from '../known.ts';

/**
 * Returns the name that an ad shows: the brand, else the host of the brand's page, else the product, else the host of
 * the product's page.
 */
export function signature(known: Known): string | null {
  const { ad, brand } = known;
  return brand.name ?? nameOfHost(ad.brandData.brandUrl) ?? brand.product?.name ?? hostName(known);
}

/** Returns the host of the first page in the request whose host is not an IP address; null if there is none. */
export function hostName({ ad }: Known): string | null {
  return nameOfHost(ad.brandData.brandUrl) ?? nameOfHost(ad.productMetadata?.productUrl);
}

/**
 * Returns the host of the first URL in the request, even if it is an IP address or the host of a picture. It is used if
 * the ad has nothing else to show.
 */
export function anyHost({ ad }: Known): string | null {
  const { brandUrl, brandImages = [] } = ad.brandData;
  const { productUrl, productImages } = ad.productMetadata ?? {};
  const pictures = [...brandImages, ...(productImages ?? [])].map(({ imageUrl }) => imageUrl);
  const first = [brandUrl, productUrl, ...pictures].find((url) => url !== undefined);
  return first === undefined ? null : bareHost(new URL(first));
}

/** Returns the host of a page, without `www.`; null if there is no page or if the host is an IP address. */
function nameOfHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const host = bareHost(new URL(url));
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null;
}
