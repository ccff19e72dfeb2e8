import type { AdJobSpec } from '../schema/adjob.ts';
import { imageRatios } from './pipelines.ts';

export interface Price {
  action: string;
  credits: number;
  unit: string;
}

/**
 * The built-in price list, in the order in which it is displayed. Only `image1k`, `image4k` and `shortCommercial` are
 * ever charged.
 */
const builtIn = {
  image1k: { action: 'Image generation 1K', credits: 5, unit: 'image' },
  image4k: { action: 'Image generation 4K', credits: 10, unit: 'image' },
  imageEdit: { action: 'Image edit or upscale', credits: 5, unit: 'image' },
  imageLayering: { action: 'Image layering', credits: 10, unit: 'image' },
  productAnimation: { action: 'Product animation video with sound (8 s)', credits: 10, unit: 'video' },
  shortCommercial: { action: 'Short commercial', credits: 30, unit: 'video' },
  avatarWithoutProduct: { action: 'Avatar video without product', credits: 15, unit: 'video' },
  avatarWithProduct: { action: 'Avatar video using product', credits: 20, unit: 'video' },
  longAvatarStandard: { action: 'Long-form avatar scripted video (Standard/Fast)', credits: 75, unit: 'video' },
  longAvatarPro: { action: 'Long-form avatar scripted video (Pro)', credits: 60, unit: 'video' },
  longScriptedPro: { action: 'Long-form non-UGC scripted video (Pro)', credits: 60, unit: 'video' },
  sceneRegeneration: { action: 'Single scene regeneration', credits: 20, unit: 'scene' },
  clone: { action: 'Clone a winning video', credits: 5, unit: 'second' },
  edit: { action: 'Edit a video', credits: 2, unit: 'second' },
  splicing: { action: 'Video auto-splicing into storyboard clips', credits: 0, unit: 'cut' },
  launching: { action: 'Connect ad accounts (launching)', credits: 0, unit: 'connection' },
  reporting: { action: 'Connect ad accounts (reporting)', credits: 0, unit: 'connection' },
  imageInsights: { action: 'Creative performance insights', credits: 1, unit: 'image ad' },
  videoInsights: { action: 'Creative performance insights', credits: 2, unit: 'video ad' },
} as const satisfies Record<string, Price>;

export type PriceList = Readonly<Record<keyof typeof builtIn, Price>>;

export function priceList(overrides: Readonly<Record<string, number>> = {}): PriceList {
  const prices: Record<keyof typeof builtIn, Price> = { ...builtIn };
  for (const [name, credits] of Object.entries(overrides)) {
    if (!isPriced(name)) {
      throw new Error(`Unknown price "${name}"; the known prices are ${Object.keys(builtIn).join(', ')}.`);
    }
    if (!Number.isSafeInteger(credits) || credits < 0) {
      throw new Error(`The price "${name}" must be a whole number of credits, 0 or more; it is ${credits}.`);
    }
    prices[name] = { ...builtIn[name], credits };
  }
  return prices;
}

/**
 * Returns the number of credits that a job costs if it succeeds. Each aspect ratio of an image ad is charged as one
 * image; a video ad is charged as one short commercial.
 */
export function requiredCredits(spec: AdJobSpec, prices: PriceList = builtIn): number {
  if (spec.type === 'video_ad') return prices.shortCommercial.credits;
  const each = spec.image?.generationMetadata.resolution === '4K' ? prices.image4k : prices.image1k;
  return each.credits * imageRatios(spec).length;
}

function isPriced(name: string): name is keyof typeof builtIn {
  return Object.hasOwn(builtIn, name);
}
