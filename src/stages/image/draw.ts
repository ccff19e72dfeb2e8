import { PermanentFailure } from '../stage-errors.ts';
import type { MadePicture } from '../../schema/made-file.ts';
import type { Brief, RenderedAd } from '../../studio/brief.ts';
import { copyParts } from '../../studio/copy/drawn-copy.ts';
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

type Drawn = Pick<MadePicture, 'aspectRatio' | 'copy' | 'dropped' | 'hasLogo' | 'shown'>;

/** Returns a note for each part of the brief that some of the ads do not show. */
export function missingParts({ kit, pictures, copy }: Brief, ads: readonly Drawn[]): string[] {
  const hasPicture = pictures.some(({ role }) => role !== 'logo' && role !== 'reference');
  const without = (part: string, isLeftOut: (ad: Drawn) => boolean, reason: string) =>
    noteOn(part, ads.filter(isLeftOut), reason);
  return [
    ...(kit.logo === null ? [] : without('logo', ({ hasLogo }) => !hasLogo, unplaced('logo'))),
    ...(hasPicture ? without('picture', ({ shown }) => shown === null, unplaced('picture')) : []),
    ...copyParts
      .filter((line) => copy[line] !== '')
      .flatMap((line) => {
        const isOff = (ad: Drawn) => ad.copy[line] === '';
        const isDropped = ({ dropped }: Drawn) => dropped.includes(line);
        return [
          ...without(line, (ad) => isOff(ad) && isDropped(ad), 'there was not enough room'),
          ...without(line, (ad) => isOff(ad) && !isDropped(ad), unplaced(line)),
        ];
      }),
  ];
}

const unplaced = (part: string): string => `no layout could place the ${part}`;

const noteOn = (part: string, ads: readonly Drawn[], reason: string): string[] =>
  ads.length === 0
    ? []
    : [`The ${part} was left out in ${ads.map(({ aspectRatio }) => aspectRatio).join(', ')}: ${reason}.`];
