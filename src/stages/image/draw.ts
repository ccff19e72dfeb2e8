import { PermanentFailure } from '../stage-errors.ts';
import type { MadePicture } from '../../schema/made-file.ts';
import type { Brief, Copy, RenderedAd } from '../../studio/brief.ts';
import { QualityGateError } from '../../studio/quality-gate-error.ts';
import { renderAd } from '../../studio/studio.ts';

/**
 * Draws one ad. If the ad fails the quality checks, throws a permanent failure, which is not retried, because the same
 * input always gives the same drawing.
 */
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

type Drawn = Pick<MadePicture, 'aspectRatio' | 'copy' | 'hasLogo'>;

export function missingParts(brief: Brief, ads: readonly Drawn[]): string[] {
  const logo = brief.kit.logo === null ? [] : missing('logo', ads, ({ hasLogo }) => hasLogo);
  const lines = copyLines
    .filter((line) => brief.copy[line] !== '')
    .flatMap((line) => missing(line, ads, ({ copy }) => copy[line] !== ''));
  return [...logo, ...lines];
}

const copyLines = ['headline', 'subheadline', 'cta', 'offer', 'price'] as const;

function missing(part: keyof Copy | 'logo', ads: readonly Drawn[], isOn: (ad: Drawn) => boolean): string[] {
  const without = ads.filter((ad) => !isOn(ad)).map(({ aspectRatio }) => aspectRatio);
  if (without.length === 0) return [];
  const reason = part === 'logo' ? 'no layout could place the logo' : 'there was not enough room';
  return [`The ${part} was left out in ${without.join(', ')}: ${reason}.`];
}
