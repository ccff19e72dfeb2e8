import { isIP } from 'node:net';
import type { Known } from '../known.ts';

/**
 * Name under which an ad stands: that of the brand, else the host of its page, else the name of the product, else the host
 * of its page. An ad that shows nothing else takes what is left: an IP address, or the host of a picture.
 */
export function signature(known: Known, showsSomething: boolean): string | null {
  const { ad, brand } = known;
  const { brandUrl } = ad.brandData;
  const productUrl = ad.productMetadata?.productUrl;
  const name = brand.name ?? nameOfHost(brandUrl) ?? brand.product?.name ?? nameOfHost(productUrl);
  return name ?? (showsSomething ? null : anyHost(known));
}

/** Host of a page without `www.`; null for none and for an IP address. */
function nameOfHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const host = bareHost(url);
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null;
}

function anyHost({ ad }: Known): string | null {
  const { brandUrl, brandImages = [] } = ad.brandData;
  const { productUrl, productImages } = ad.productMetadata ?? {};
  const pictures = [...brandImages, ...(productImages ?? [])].map(({ imageUrl }) => imageUrl);
  const first = [brandUrl, productUrl, ...pictures].find((url) => url !== undefined);
  return first === undefined ? null : bareHost(first);
}

const bareHost = (url: string): string => new URL(url).hostname.replace(/^www\./, '');
