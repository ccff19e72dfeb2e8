import type { ModelEntry } from '../model-entry.ts';
import { imageWire, responsesWire, speechWire } from './openai-answers.ts';
import { answering, repeatRule, type ProviderAdapters } from './provider-adapters.ts';
import { OpenAiOptions } from './provider-options.ts';
import { draw } from './sdk/draw.ts';
import { noKey, sdkCall, type SdkCall } from './sdk/sdk-call.ts';
import { speak } from './sdk/speak.ts';
import { write } from './sdk/write.ts';
import { sizeFor } from './size-for.ts';
import { voiceFor } from './voice-for.ts';

/** The API of OpenAI: `/responses` without storage at OpenAI, `/images` and `/audio/speech`. */
export const adapters: ProviderAdapters = {
  copywriter: (entry, deps) => {
    const { idempotency, maxTokens, reasoningEffort } = OpenAiOptions.copywriter.parse(entry.options);
    const openai = { store: false, ...(reasoningEffort !== undefined && { reasoningEffort }) };
    return answering(repeatRule(idempotency), (task, ids, signal) =>
      sdkCall(deps, ids, { wire: responsesWire, signal }, async (call) =>
        write((await sdk(entry, call)).responses(entry.model), task, call, { maxTokens, providerOptions: { openai } }),
      ),
    );
  },
  image: (entry, deps) => {
    const { idempotency, sizes, quality, moderation } = OpenAiOptions.image.parse(entry.options);
    const openai = { ...(quality !== undefined && { quality }), ...(moderation !== undefined && { moderation }) };
    return answering(repeatRule(idempotency), (task, ids, signal) =>
      sdkCall(deps, ids, { wire: imageWire, signal }, async (call) =>
        draw((await sdk(entry, call)).image(entry.model), task, call, {
          ...{ size: sizeFor(task.size, sizes), providerOptions: { openai } },
        }),
      ),
    );
  },
  speech: (entry, deps) => {
    const { idempotency, format, instructions, ...voices } = OpenAiOptions.speech.parse(entry.options);
    return answering(repeatRule(idempotency), (task, ids, signal) =>
      sdkCall(deps, ids, { wire: speechWire, signal }, async (call) =>
        speak((await sdk(entry, call)).speech(entry.model), task, call, {
          ...{ voice: voiceFor(task.language, voices), format, instructions, speed: task.speed },
        }),
      ),
    );
  },
};

async function sdk({ baseUrl }: ModelEntry, { fetch }: SdkCall) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ baseURL: baseUrl, apiKey: noKey, fetch });
}
