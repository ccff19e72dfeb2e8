import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inMemoryStage } from '../../test/support/stages/stage-scene.ts';
import { image } from '../../src/stages/image/image.ts';
import { folderEgress } from './folder-egress.ts';
import { pagesOf } from './pages-of.ts';
import type { Result } from './tables.ts';

/**
 * Draws the ad of each site that was read, with nothing in the request but the addresses of its pages, and writes it to
 * `folder` as `<id>.png`.
 */
export async function drawAds(results: Result[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { site, extract } of results) {
    if (extract === undefined) continue;
    const [home, product] = pagesOf(site);
    const request = {
      brand_data: { brand_url: home.url },
      ...(product && { product_metadata: { product_url: product.url, product_images: [] } }),
    };
    const egress = folderEgress(site.folder, site.url);
    const generation = { generation_metadata: { language: extract.language ?? 'en' } };
    const { context, written } = inMemoryStage({
      stage: 'image',
      request: { ...request, ...generation },
      egress,
      brand: extract,
    });
    try {
      await image(context);
    } catch (error) {
      console.error(`${site.id}: no ad was drawn:`, error);
    }
    for (const [name, bytes] of written)
      if (name.endsWith('.png')) await writeFile(join(folder, `${site.id}.png`), bytes);
  }
}
