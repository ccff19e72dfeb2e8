import { clipped } from '../../domain/clipped.ts';
import type { Copy, QualityCheck, RenderedAd } from '../../studio/brief.ts';
import { type Common, commonResponse, fitted } from '../response/common-response.ts';

/**
 * A finished image without its PNG. The PNG has been stored already, because six 4K images would not fit into the
 * memory of a stage.
 */
export interface FinishedAd {
  file: string;
  aspectRatio: string;
  bytes: number;
  sha256: string;
  rendered: Pick<RenderedAd, 'width' | 'height' | 'copy' | 'hasLogo' | 'checks'>;
  altText: string;
}

export interface Finished extends Omit<Common, 'checks'> {
  ads: FinishedAd[];
  resolution: string;
  concept: string | null;
}

/**
 * Returns the `response` of the job without the parts that the controller adds later: the `url` of each image, which
 * replaces `file`, and the `credits`.
 */
export function imageResponse({ ads, resolution, concept, ...common }: Finished): Record<string, unknown> {
  const checks = ads.flatMap((ad) =>
    ad.rendered.checks.map((check) => named(check, ads.length > 1 ? ad.aspectRatio : null)),
  );
  const whole = {
    images: ads.map((ad) => imageOf(ad, resolution)),
    copy: drawnCopy(ads),
    concept: concept === null ? null : clipped(concept, 1_500),
    ...commonResponse({ ...common, checks }),
  };
  return fitted(whole, [
    (response) => ({
      ...response,
      images: response.images.map((image) => ({ ...image, alt_text: clipped(image.alt_text, 250) })),
    }),
    (response) => ({ ...response, concept: response.concept === null ? null : clipped(response.concept, 500) }),
  ]);
}

function imageOf({ file, aspectRatio, bytes, sha256, rendered, altText }: FinishedAd, resolution: string) {
  return {
    file,
    aspect_ratio: aspectRatio,
    resolution,
    width: rendered.width,
    height: rendered.height,
    format: 'png',
    bytes,
    sha256,
    alt_text: altText,
  };
}

/** Returns the texts that at least one of the images shows; `''` for each of the other texts. */
function drawnCopy(ads: readonly Pick<FinishedAd, 'rendered'>[]): Copy {
  const drawn = (key: keyof Copy): string =>
    ads.map(({ rendered }) => rendered.copy[key]).find((text) => text !== '') ?? '';
  return {
    headline: drawn('headline'),
    subheadline: drawn('subheadline'),
    cta: drawn('cta'),
    offer: drawn('offer'),
    price: drawn('price'),
  };
}

const named = (check: QualityCheck, ratio: string | null): QualityCheck => ({
  ...check,
  check: ratio === null ? check.check : `${ratio} ${check.check}`,
});
