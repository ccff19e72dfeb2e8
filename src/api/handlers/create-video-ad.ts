import { camelKeys } from '../../schema/camel.ts';
import { parseVideoRequest } from '../../schema/parse-request.ts';
import type { Handler } from '../http/route.ts';
import { createAd, type CreateDeps } from './create-ad.ts';

export function createVideoAd(deps: CreateDeps): Handler {
  return createAd((body, rules) => {
    const reading = parseVideoRequest(body, rules);
    if (!reading.ok) return reading;
    const { callback_url: callbackUrl, ...video } = reading.value;
    return { ok: true, value: { type: 'video_ad', ...(callbackUrl && { callbackUrl }), video: camelKeys(video) } };
  }, deps);
}
