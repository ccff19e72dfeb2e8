import { adTypes } from '#ad-types';
import { adTypeOf } from '../ads/known-types.ts';
import type { Price, PriceList } from '../ads/price.ts';
import type { AdSpec } from '../schema/ad-spec.ts';

/** Actions that the price list shows, but that no type of ad charges. */
const otherActions: Readonly<Record<string, Price>> = {
  imageEdit: { action: 'Image edit or upscale', credits: 5, unit: 'image' },
  imageLayering: { action: 'Image layering', credits: 10, unit: 'image' },
  productAnimation: { action: 'Product animation video with sound (8 s)', credits: 10, unit: 'video' },
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
};

const builtIn = displayed();

export function priceList(overrides: Readonly<Record<string, number>> = {}): PriceList {
  const prices: Record<string, Price> = { ...builtIn };
  for (const [name, credits] of Object.entries(overrides)) {
    const price = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
    if (price === undefined) {
      throw new Error(`Unknown price "${name}"; the known prices are ${Object.keys(builtIn).join(', ')}.`);
    }
    if (!Number.isSafeInteger(credits) || credits < 0) {
      throw new Error(`The price "${name}" must be a whole number of credits, 0 or more; it is ${credits}.`);
    }
    prices[name] = { ...price, credits };
  }
  return prices;
}

/**
 * Returns the number of credits that a job costs if it succeeds. Returns undefined if this version does not know the
 * type of the ad or cannot read its request: such a job has no price and must not be admitted.
 */
export function requiredCredits(spec: AdSpec, prices: PriceList = builtIn): number | undefined {
  return adTypeOf(spec.type)?.credits(spec, prices);
}

/** Returns the built-in price list in the order in which it is displayed. */
function displayed(): PriceList {
  const list = Object.entries(otherActions);
  for (const [name, { before, ...price }] of adTypes.flatMap(({ prices }) => Object.entries(prices))) {
    const at = list.findIndex(([other]) => other === before);
    list.splice(at === -1 ? list.length : at, 0, [name, price]);
  }
  return Object.fromEntries(list);
}
