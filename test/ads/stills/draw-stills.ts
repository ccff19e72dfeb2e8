import sharp from 'sharp';
import { sha256 } from '../../../src/files/sha256.ts';
import { readBrandFacts } from '../../../src/stages/brand-facts.ts';
import { commonResponse } from '../../../src/stages/response/common-response.ts';
import type { Stage } from '../../../src/stages/stage.ts';

const views = [
  ['front', '#1f4d3a'],
  ['back', '#f6f3ea'],
] as const;

/** Draws one still in a single colour for each view. */
export const drawStills: Stage = async (context) => {
  const { brand, request, notes } = await readBrandFacts(context);
  const stills = [];
  for (const [view, background] of views) {
    const png = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
    await context.write(`${view}.png`, png, 'image/png');
    stills.push({ file: `${view}.png`, view, sha256: sha256(png) });
  }
  const provenance = { generator: 'stills/1', model: 'none', digital_source_type: 'algorithmicMedia' };
  return {
    summary: 'Drew two stills.',
    response: {
      stills,
      caption: request.adCopies[0]?.copyText ?? null,
      ...commonResponse({ brand, checks: [], provenance, degraded: false, notes }),
    },
  };
};
