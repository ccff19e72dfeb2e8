import { clipped } from '../../domain/clipped.ts';
import { isPictureDataUrl } from '../../studio/pictures/picture-data-url.ts';
import type { Brand } from '../../schema/brand.ts';
import { noModelsReport, type ModelsReport } from '../../schema/models-report.ts';
import { checksMax, noteCodePointsMax, notesMax, refusalsMax, responseBytesMax } from '../../schema/response-parts.ts';
import type { QualityCheck } from '../../studio/brief.ts';

/**
 * Maximum size in bytes of the response that a stage writes. This limit is below the limit for a whole response, because
 * the controller adds URLs, credits and notes later.
 */
const bytesMax = responseBytesMax - 8 * 1024;

export interface Common {
  brand: Brand;
  checks: QualityCheck[];
  /** True if the built-in studio stood in for a model. */
  degraded: boolean;
  /** What the models of the job did. */
  models?: ModelsReport | undefined;
  provenance: { generator: string; model: string; digital_source_type: string };
  notes: string[];
}

/** Returns the fields that the responses of images and videos share, except the credits, which the controller adds. */
export function commonResponse({ brand, checks, degraded, models = noModelsReport, provenance, notes }: Common) {
  const refusals = models.refusals.slice(0, refusalsMax);
  return {
    brand: trimmed(brand),
    quality: {
      passed: checks.every(({ passed }) => passed),
      checks: tightest(checks),
      ...(refusals.length > 0 && { model_refusals: refusals }),
    },
    provenance,
    degraded: degraded || models.degraded,
    notes: shortNotes([...models.notes, ...notes]),
  };
}

/**
 * Returns the checks for a response. If there are more checks than a response may list, passed checks are left out
 * first.
 */
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
    headlines: brand.headlines.slice(0, 10).map(({ text, ...found }) => ({ text: clipped(text, 200), ...found })),
    ctas: brand.ctas.slice(0, 10).map(({ text, ...found }) => ({ text: clipped(text, 80), ...found })),
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
  brand: Brand;
  notes: string[];
}

/** Returns the response with a part shortened or left out. */
export type Sacrifice<Response> = (whole: Response) => Response;

/**
 * Shortens a response that is too large, in steps until it fits: first the parts that all responses share, then the
 * `own` parts of this type of response.
 */
export function fitted<Response extends Shrinkable>(
  whole: Response,
  own: readonly Sacrifice<Response>[],
): Record<string, unknown> {
  const shared = sharedSacrifices.map((shorten): Sacrifice<Response> => (response) => ({
    ...response,
    ...shorten(response),
  }));
  return [...shared, ...own].reduce((so, sacrifice) => (bytesOf(so) <= bytesMax ? so : sacrifice(so)), whole);
}

const sharedSacrifices: ((whole: Shrinkable) => Partial<Shrinkable>)[] = [
  (whole) =>
    withBrand(whole, ({ product }) => ({ product: product && { ...product, images: product.images.slice(0, 1) } })),
  (whole) => withBrand(whole, ({ fonts }) => ({ fonts: fonts.slice(0, 2) })),
  (whole) => withBrand(whole, ({ headlines, ctas }) => ({ headlines: headlines.slice(0, 3), ctas: ctas.slice(0, 3) })),
  ({ notes }) => ({ notes: fewNotes(notes) }),
  (whole) => withBrand(whole, ({ logo }) => ({ logo: logo !== null && isPictureDataUrl(logo.url) ? null : logo })),
];

const withBrand = ({ brand }: Shrinkable, change: (brand: Brand) => Partial<Brand>): Partial<Shrinkable> => ({
  brand: { ...brand, ...change(brand) },
});

const fewNotes = (notes: string[]): string[] =>
  notes.length <= 15
    ? notes
    : [...notes.slice(0, 14), `${notes.length - 14} more notes are not shown: the response would be too large.`];

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
