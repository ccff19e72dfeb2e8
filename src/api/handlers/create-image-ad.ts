import { camelKeys } from '../../schema/camel.ts';
import { parseImageRequest } from '../../schema/parse-request.ts';
import type { Handler } from '../http/route.ts';
import { createAd, type CreateDeps } from './create-ad.ts';

export function createImageAd(deps: CreateDeps): Handler {
  return createAd((body, rules) => {
    const reading = parseImageRequest(body, rules);
    if (!reading.ok) return reading;
    const { callback_url: callbackUrl, ...image } = reading.value;
    return { ok: true, value: { type: 'image_ad', ...(callbackUrl && { callbackUrl }), image: camelKeys(image) } };
  }, deps);
}
