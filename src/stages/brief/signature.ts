import { isIP } from 'node:net';
import { bareHost } from '../../domain/urls.ts';
import type { BrandFacts } from '../brand-facts.ts';

/**
 * Returns the name that an ad shows. The name is the first of these that is known: brand name, host of the brand's web
 * page, product name, host of the product's web page.
 */
export function signature(known: BrandFacts): string | null {
  const { request, brand } = known;
  return brand.name ?? nameOfHost(request.brandUrl) ?? brand.product?.name ?? hostName(known);
}

export function hostName({ request }: BrandFacts): string | null {
  return nameOfHost(request.brandUrl) ?? nameOfHost(request.productUrl);
}

/**
 * Returns the host of the first URL in the request, even if the host is an IP address or the URL is that of a picture.
 * The host serves as the brand name of an ad that would otherwise be empty.
 */
export function anyHost({ request }: BrandFacts): string | null {
  const { brandUrl, brandImages, productUrl, productImages } = request;
  const pictures = [...brandImages, ...productImages].map(({ imageUrl }) => imageUrl);
  const first = [brandUrl, productUrl, ...pictures].find((url) => url !== undefined);
  return first === undefined ? null : bareHost(new URL(first));
}

function nameOfHost(url: string | undefined): string | null {
  if (url === undefined) return null;
  const host = bareHost(new URL(url));
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 ? host : null;
}
