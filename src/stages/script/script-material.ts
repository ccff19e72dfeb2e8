import type { VideoAdSpec } from '../../ads/video/request.ts';
import { currencyDecimals } from '../../domain/currency-decimals.ts';
import { adCopy } from '../../studio/copy/ad-copy.ts';
import { besidePicture } from '../../studio/copy/page-copy.ts';
import { textsOf } from '../../words/words.ts';
import type { PageTexts, ScriptMaterial } from '../../studio/script/material.ts';
import type { BrandFacts } from '../brand-facts.ts';
import { toneFor } from '../tone.ts';

const pageLinesMax = 24;

/** Returns everything that the script is written from: the request, and what the pages say about the product. */
export function scriptMaterial(
  known: BrandFacts,
  { generationMetadata: options }: VideoAdSpec,
  seed: string,
): ScriptMaterial {
  const { request, brand } = known;
  return {
    language: Intl.getCanonicalLocales(request.language)[0] ?? 'en',
    seconds: options.targetDuration,
    seed,
    tone: toneFor(known, seed),
    brand: brand.name,
    product: brand.product?.name ?? null,
    description: brand.product?.description ?? null,
    price: priceOf(known),
    given: request.adCopies,
    page: pageTexts(known),
    prompt: request.direction,
    hasVoice: options.generateSound,
    pictures: picturesOf(known),
  };
}

function pageTexts({ page, language }: BrandFacts): PageTexts {
  if (page === undefined) return { headline: '', lines: [], cta: '' };
  const { headline, cta } = adCopy([], page, language).copy;
  const lines = [...textsOf(besidePicture(page).subheadlines), ...textsOf(page.headlines)];
  return { headline, lines: lines.filter((line) => line !== headline).slice(0, pageLinesMax), cta };
}

/**
 * Returns the price with its currency, as the language writes it: `KWD 4.750`, but `KWD 5`. Returns null without a
 * price.
 */
function priceOf({ brand: { product }, request }: BrandFacts): string | null {
  const amount = product?.price ?? null;
  if (amount === null) return null;
  const number = Number(amount);
  const currency = product?.currency ?? null;
  if (currency === null || !Number.isFinite(number)) return /[^\d\s.,]/u.test(amount) ? amount : null;
  const digits = Math.max(currencyDecimals(currency) ?? 0, 2);
  return new Intl.NumberFormat(request.language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(number);
}

/**
 * Returns what the pictures for the film probably show. No picture has been fetched at this point, so some may later
 * turn out to be unusable.
 */
function picturesOf({ request, brand, extract }: BrandFacts): ScriptMaterial['pictures'] {
  const given = [...request.productImages, ...request.brandImages];
  const isScene = ({ labels = [] }: (typeof given)[number]): boolean => labels.includes('lifestyle');
  const ofBrand = request.brandImages.filter(
    ({ labels = [] }) => !labels.includes('logo') && !labels.includes('product'),
  );
  const product = (brand.product?.images.length ?? 0) > 0;
  const scene = given.some(isScene) || ofBrand.length > 0 || (!product && (extract?.pictures.length ?? 0) > 0);
  return { product, scene };
}
