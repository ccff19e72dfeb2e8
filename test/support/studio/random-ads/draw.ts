import { ImageAdSpec } from '../../../../src/ads/image/request.ts';
import { imageSize, parseAspectRatios } from '../../../../src/schema/aspect-ratio.ts';
import { readBrandFacts } from '../../../../src/stages/brand-facts.ts';
import { makeBrief } from '../../../../src/stages/brief/make-brief.ts';
import type { Size } from '../../../../src/studio/box.ts';
import type { QualityCheck } from '../../../../src/studio/brief.ts';
import { renderRaw } from '../../../../src/studio/studio.ts';
import { inMemoryStage } from '../../stages/stage-scene.ts';
import { storedEgress } from '../../network/stored-egress.ts';
import { picturePool, pictureUrl } from './pictures.ts';
import type { RandomAd } from './requests.ts';

export interface DrawnRatio {
  ratio: string;
  layout: string;
  checks: QualityCheck[];
}

export type DrawAd = (ad: RandomAd) => Promise<DrawnRatio[]>;

/**
 * Returns a function that draws the images of a request up to the finished pixels, without PNG encoding. It throws if a
 * quality check fails. `scale` shrinks the canvases, which the checks allow: their limits are relative to the canvas.
 */
export async function adDrawer(scale = 1): Promise<DrawAd> {
  const pool = await picturePool();
  const egress = storedEgress(Object.fromEntries([...pool].map(([name, bytes]) => [pictureUrl(name), bytes])));
  return async ({ request, jobId }) => {
    const { context } = inMemoryStage({ stage: 'image', request, jobId, egress });
    const { aspectRatios, resolution } = ImageAdSpec.parse(context.ad).generationMetadata;
    const known = await readBrandFacts(context);
    const wanted = parseAspectRatios(aspectRatios).map((ratio) => ({
      ratio: ratio.text,
      size: scaled(imageSize(ratio, resolution), scale),
    }));
    const canvases = wanted.map(({ size }) => size);
    const { brief } = await makeBrief(known, { context, concept: undefined, canvases });
    const drawn: DrawnRatio[] = [];
    for (const { ratio, size } of wanted) {
      const { layout, checks } = await renderRaw(brief, size);
      const broken = checks.filter(({ passed }) => !passed);
      if (broken.length > 0) throw new Error(`${layout} at ${ratio} breaks ${JSON.stringify(broken)}`);
      drawn.push({ ratio, layout, checks });
    }
    return drawn;
  };
}

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.round(width * by),
  height: Math.round(height * by),
});
