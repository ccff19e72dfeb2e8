import { PermanentFailure } from '../contract.ts';
import type { Brief, Copy, RenderedAd } from '../../studio/brief.ts';
import { QualityGateError } from '../../studio/quality-gate-error.ts';
import { renderAd } from '../../studio/studio.ts';

/** Draw one picture. That no layout keeps the rules is final: the same brief would be drawn the same way again. */
export async function drawAd(
  brief: Brief,
  size: { width: number; height: number },
  signal: AbortSignal,
): Promise<RenderedAd> {
  try {
    return await renderAd(brief, size, { signal });
  } catch (error) {
    if (!(error instanceof QualityGateError)) throw error;
    throw new PermanentFailure('quality_gate', error.message, { cause: error });
  }
}

const lines: (keyof Copy)[] = ['headline', 'subheadline', 'cta', 'offer', 'price'];

/** One note for each line of copy that found no room, with the ratios in which it is missing. */
export function missingLines(
  brief: Brief,
  ads: readonly { aspectRatio: string; rendered: Pick<RenderedAd, 'copy'> }[],
): string[] {
  return lines.flatMap((line) => {
    const without = ads.filter(({ rendered }) => brief.copy[line] !== '' && rendered.copy[line] === '');
    if (without.length === 0) return [];
    return [
      `The ${line} was left out in ${without.map(({ aspectRatio }) => aspectRatio).join(', ')}: there was no room for it.`,
    ];
  });
}
