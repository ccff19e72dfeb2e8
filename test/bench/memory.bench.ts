/**
 * Measures the peak memory of the image stage for a 4K ad with three ratios and two photos of noise, which compresses
 * badly. It needs a process of its own with the launcher's heap limit and allocator settings: `MALLOC_ARENA_MAX=2
 * MALLOC_MMAP_THRESHOLD_=1048576 node --max-old-space-size=256 test/bench/memory.bench.ts`.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { image } from '../../src/stages/image/image.ts';
import { inMemoryStage } from '../support/stages/stage-scene.ts';
import { storedEgress } from '../support/network/stored-egress.ts';

const goalMebibytes = 512;
const at = (name: string) => `https://cdn.example.com/${name}`;

/**
 * Returns a JPEG of 4000x3000 pixels of noise. It is enlarged from a small picture, so that making it does not raise
 * the peak.
 */
async function noise(): Promise<Buffer> {
  const size = { width: 1000, height: 750 };
  const pixels = randomBytes(size.width * size.height * 3);
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(4000, 3000, { kernel: 'nearest' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const names = ['first.jpg', 'second.jpg'];
const files: Record<string, Buffer> = {};
for (const name of names) files[at(name)] = await noise();
const request = {
  brand_data: { brand_name: 'Noise', brand_images: names.map((name) => ({ image_url: at(name) })) },
  ad_copies: [{ copy_type: 'headline', copy_text: 'Nothing but noise' }],
  generation_metadata: { aspect_ratios: '1:1, 9:16, 16:9', resolution: '4K' },
};
const { context } = inMemoryStage({ stage: 'image', egress: storedEgress(files), request });
const before = process.resourceUsage().maxRSS / 1024;
await image({ ...context, write: () => Promise.resolve() });
const peak = process.resourceUsage().maxRSS / 1024;
const verdict = peak <= goalMebibytes ? 'met' : 'MISSED';
console.log(`peak ${peak.toFixed(0)} MiB (${before.toFixed(0)} MiB before)  goal ${goalMebibytes}  ${verdict}`);
