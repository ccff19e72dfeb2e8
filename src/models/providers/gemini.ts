import { z } from 'zod';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import { answering, type ProviderAdapters } from './provider-adapters.ts';
import { GeminiOptions } from './provider-options.ts';
import { draw } from './sdk/draw.ts';
import { noKey, sdkCall, type SdkCall, type SdkWire } from './sdk/sdk-call.ts';
import { speak } from './sdk/speak.ts';
import { write } from './sdk/write.ts';
import { aspectFor } from './size-for.ts';
import { voiceFor } from './voice-for.ts';

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

const Response = z.looseObject({
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  candidates: z.array(z.looseObject({ finishReason: z.string().nullish() })).nullish(),
});

/** Reasons of `blockReason` and `finishReason` for refused content. Pictures have reasons of their own. */
const refused = /SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION|^OTHER$/;

const wire: SdkWire = {
  signed: (key) => ({ 'x-goog-api-key': key }),
  answered: (body) => {
    const { promptFeedback, candidates } = Response.safeParse(body).data ?? {};
    const reasons = [promptFeedback?.blockReason, ...(candidates ?? []).map(({ finishReason }) => finishReason)];
    if (reasons.some((reason) => refused.test(reason ?? '')))
      throw new ModelFailure('moderated', 'the provider refused the content', { isAfterWork: true });
    return Promise.resolve(body);
  },
};

/** The Gemini API, `generateContent`, for text, pictures and speech. */
export const adapters: ProviderAdapters = {
  copywriter: (entry, deps) => {
    const { maxTokens } = GeminiOptions.copywriter.parse(entry.options);
    return answering('repeated', (task, ids, signal) =>
      sdkCall(deps, ids, { wire, signal }, async (call) =>
        write((await sdk(entry, call)).chat(entry.model), task, call, { maxTokens }),
      ),
    );
  },
  image: (entry, deps) => {
    const { imageSize } = GeminiOptions.image.parse(entry.options);
    const google = imageSize === undefined ? {} : { imageConfig: { imageSize } };
    return answering('repeated', (task, ids, signal) =>
      sdkCall(deps, ids, { wire, signal }, async (call) =>
        draw((await sdk(entry, call)).image(entry.model), task, call, {
          ...{ aspectRatio: aspectFor(task.size, ratios), seed: task.seed, providerOptions: { google } },
        }),
      ),
    );
  },
  speech: (entry, deps) => {
    const { instructions, ...voices } = GeminiOptions.speech.parse(entry.options);
    return answering('repeated', (task, ids, signal) =>
      sdkCall(deps, ids, { wire, signal }, async (call) =>
        speak((await sdk(entry, call)).speech(entry.model), task, call, {
          ...{ voice: voiceFor(task.language, voices), format: 'wav', instructions },
        }),
      ),
    );
  },
};

async function sdk({ baseUrl }: ModelEntry, { fetch }: SdkCall) {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ baseURL: baseUrl, apiKey: noKey, fetch });
}
