import { makeBrief } from '../../../../src/stages/brief/make-brief.ts';
import { readBrandFacts } from '../../../../src/stages/brand-facts.ts';
import type { Brief } from '../../../../src/studio/brief.ts';
import type { Size } from '../../../../src/studio/box.ts';
import { inMemoryStage } from '../../stages/stage-scene.ts';
import { storedEgress } from '../../network/stored-egress.ts';
import { picturePool, pictureUrl } from './pictures.ts';
import type { RandomAd } from './requests.ts';

/** Returns a function that makes the brief of a video request with the pictures of the pool. */
export async function briefMaker(): Promise<(ad: RandomAd, size: Size) => Promise<Brief>> {
  const pool = await picturePool();
  const egress = storedEgress(Object.fromEntries([...pool].map(([name, bytes]) => [pictureUrl(name), bytes])));
  return async ({ request, jobId }, size) => {
    const { context } = inMemoryStage({ stage: 'video', type: 'video_ad', request, jobId, egress });
    const { brief } = await makeBrief(await readBrandFacts(context), { context, concept: undefined, canvases: [size] });
    return brief;
  };
}
