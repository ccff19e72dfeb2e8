import { clipped } from '../../domain/clipped.ts';
import type { MadePicture } from '../../schema/made-file.ts';
import type { QualityCheck } from '../../studio/brief.ts';
import { copyOf } from '../../studio/copy/drawn-copy.ts';
import { type Common, commonResponse, fitted } from '../response/common-response.ts';

export interface FinishedImages extends Omit<Common, 'checks' | 'degraded'> {
  pictures: readonly MadePicture[];
  resolution: string;
  concept: string | null;
}

/**
 * Returns the `response` of the job without the parts that the controller adds later: the `url` of each image, which
 * replaces `file`, and the `credits`.
 */
export function imageResponse({ pictures, resolution, concept, ...common }: FinishedImages): Record<string, unknown> {
  const checks = pictures.flatMap((picture) =>
    picture.checks.map((check) => named(check, pictures.length > 1 ? picture.aspectRatio : null)),
  );
  const shared = commonResponse({ ...common, checks, degraded: pictures.some(({ degraded }) => degraded) });
  const whole = {
    images: pictures.map((picture) => imageOf(picture, resolution)),
    copy: copyOf((part) => pictures.map(({ copy }) => copy[part]).find((text) => text !== '') ?? ''),
    concept: concept === null ? null : clipped(concept, 1_500),
    ...shared,
    quality: { ...shared.quality, ...scoresOf(pictures) },
  };
  return fitted(whole, [
    (response) => ({
      ...response,
      images: response.images.map((image) => ({ ...image, alt_text: clipped(image.alt_text, 250) })),
    }),
    (response) => ({ ...response, concept: response.concept === null ? null : clipped(response.concept, 500) }),
  ]);
}

function imageOf({ file, aspectRatio, width, height, bytes, sha256, altText }: MadePicture, resolution: string) {
  return {
    file,
    aspect_ratio: aspectRatio,
    resolution,
    width,
    height,
    format: 'png',
    bytes,
    sha256,
    alt_text: altText,
  };
}

/** Pictures that an earlier version drew have no score. */
function scoresOf(pictures: readonly MadePicture[]) {
  const scores = pictures.flatMap(({ aspectRatio, layout, score }) =>
    score === undefined ? [] : [{ aspect_ratio: aspectRatio, layout, score: score.total, parts: score.parts }],
  );
  return scores.length === 0 ? {} : { scores };
}

const named = (check: QualityCheck, ratio: string | null): QualityCheck => ({
  ...check,
  check: ratio === null ? check.check : `${ratio} ${check.check}`,
});
