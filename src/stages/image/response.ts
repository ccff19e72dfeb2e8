import { clipped } from '../../domain/clipped.ts';
import type { Brand } from '../../schema/brand.ts';
import { checksMax, noteCodePointsMax, notesMax, responseBytesMax } from '../../schema/response.ts';
import type { Copy, QualityCheck, RenderedAd } from '../../studio/brief.ts';

/**
 * Maximum size in bytes of the response that the image stage writes. This limit is below the limit for a whole
 * response, because the controller adds URLs, credits and notes later.
 */
const bytesMax = responseBytesMax - 8 * 1024;

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

export interface Finished {
  ads: FinishedAd[];
  resolution: string;
  concept: string | null;
  brand: Brand;
  provenance: { generator: string; model: string; digital_source_type: string };
  notes: string[];
}

/**
 * Returns the `response` of the job without the parts that the controller adds later: the `url` of each image, which
 * replaces `file`, and the `credits`.
 */
export function imageResponse({
  ads,
  resolution,
  concept,
  brand,
  provenance,
  notes,
}: Finished): Record<string, unknown> {
  const checks = ads.flatMap((ad) =>
    ad.rendered.checks.map((check) => named(check, ads.length > 1 ? ad.aspectRatio : null)),
  );
  const whole = {
    images: ads.map((ad) => imageOf(ad, resolution)),
    copy: drawnCopy(ads),
    concept: concept === null ? null : clipped(concept, 1_500),
    brand: trimmed(brand),
    quality: { passed: checks.every(({ passed }) => passed), checks: tightest(checks) },
    provenance,
    degraded: false,
    notes: shortNotes(notes),
  };
  return fitted(whole);
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

/** A text counts as drawn if at least one image shows it. */
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

/** If there are more checks than a response may list, failed checks are kept first. */
function tightest(checks: QualityCheck[]): QualityCheck[] {
  if (checks.length <= checksMax) return checks;
  return checks.toSorted((a, b) => Number(a.passed) - Number(b.passed)).slice(0, checksMax);
}

function trimmed(brand: Brand): Brand {
  const { product } = brand;
  return {
    ...brand,
    colors: brand.colors.slice(0, 12),
    fonts: brand.fonts.slice(0, 6),
    headlines: brand.headlines.slice(0, 10).map(({ text, source }) => ({ text: clipped(text, 200), source })),
    ctas: brand.ctas.slice(0, 10).map(({ text, source }) => ({ text: clipped(text, 80), source })),
    product: product && {
      ...product,
      description: product.description === null ? null : clipped(product.description, 600),
      images: product.images.slice(0, 6),
    },
  };
}

function shortNotes(notes: string[]): string[] {
  const lines = [...new Set(notes)].map((note) => clipped(note, noteCodePointsMax));
  if (lines.length <= notesMax) return lines;
  return [...lines.slice(0, notesMax - 1), `${lines.length - notesMax + 1} more notes are not shown.`];
}

interface Shrinkable extends Record<string, unknown> {
  images: { alt_text: string }[];
  concept: string | null;
  brand: Brand;
  notes: string[];
}

const sacrifices: ((whole: Shrinkable) => Shrinkable)[] = [
  (whole) =>
    withBrand(whole, ({ product }) => ({ product: product && { ...product, images: product.images.slice(0, 1) } })),
  (whole) => withBrand(whole, ({ fonts }) => ({ fonts: fonts.slice(0, 2) })),
  (whole) => withBrand(whole, ({ headlines, ctas }) => ({ headlines: headlines.slice(0, 3), ctas: ctas.slice(0, 3) })),
  (whole) => ({ ...whole, notes: fewNotes(whole.notes) }),
  (whole) => ({
    ...whole,
    images: whole.images.map((image) => ({ ...image, alt_text: clipped(image.alt_text, 250) })),
  }),
  (whole) => ({ ...whole, concept: whole.concept === null ? null : clipped(whole.concept, 500) }),
];

const fewNotes = (notes: string[]): string[] =>
  notes.length <= 15
    ? notes
    : [...notes.slice(0, 14), `${notes.length - 14} more notes are not shown: the response would be too large.`];

const withBrand = (whole: Shrinkable, change: (brand: Brand) => Partial<Brand>): Shrinkable => ({
  ...whole,
  brand: { ...whole.brand, ...change(whole.brand) },
});

function fitted(whole: Shrinkable): Record<string, unknown> {
  return sacrifices.reduce((so, sacrifice) => (bytesOf(so) <= bytesMax ? so : sacrifice(so)), whole);
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
