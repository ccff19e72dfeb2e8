import { existsSync } from 'node:fs';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { folderEgress } from '../eval-brands/folder-egress.ts';
import { labelledSites, type Site } from '../eval-brands/labels.ts';
import { pagesOf } from '../eval-brands/pages-of.ts';
import { readerOf } from '../eval-brands/readers.ts';
import { resultOf } from '../eval-brands/site-result.ts';
import { cutoutDir, type GivenRequest, jobIdOf } from './requests.ts';

/** Reads the real websites in a folder, without those that only measure, and returns a request for each. */
export async function* siteRequests(folder: string): AsyncGenerator<{ given: GivenRequest; brand: BrandExtract }> {
  const reader = readerOf('static', undefined);
  if (reader === undefined) return;
  for (const site of labelledSites(folder)) {
    if (site.half === 'unseen' || !existsSync(site.folder)) continue;
    const { extract } = await resultOf(site, reader);
    if (extract !== undefined) yield { given: requestOf(site, extract), brand: extract };
  }
}

function requestOf(site: Site, { language }: BrandExtract): GivenRequest {
  const [home, product] = pagesOf(site);
  const body = {
    brand_data: { brand_url: home.url },
    ...(product && { product_metadata: { product_url: product.url, product_images: [] } }),
    generation_metadata: { aspect_ratios: '1:1,9:16,16:9', language: language ?? 'en' },
  };
  const egress = folderEgress(site.folder, site.url);
  return { name: site.id, type: 'image_ad', body, egress, jobId: jobIdOf(site.id), cutoutDir };
}
