import type { z } from 'zod';
import type { ImageTask } from '../model-task.ts';
import { chatWire, imageWire, speechWire } from './openai-answers.ts';
import { answering, repeatRule, type ProviderAdapters } from './provider-adapters.ts';
import { OpenAiCompatibleOptions } from './provider-options.ts';
import { draw } from './sdk/draw.ts';
import { noKey, sdkCall } from './sdk/sdk-call.ts';
import { speak } from './sdk/speak.ts';
import { write } from './sdk/write.ts';
import { sizeFor } from './size-for.ts';
import { voiceFor } from './voice-for.ts';

/** Name under which the SDK takes options of the request. */
const name = 'server';

/** Servers with the endpoints of OpenAI, such as vLLM, SGLang, LocalAI, LiteLLM and Ollama. */
export const adapters: ProviderAdapters = {
  copywriter: (entry, deps) => {
    const { idempotency, maxTokens, reasoningEffort, supportsStructuredOutputs, extraBody } =
      OpenAiCompatibleOptions.copywriter.parse(entry.options);
    const fields = { ...extraBody, ...(reasoningEffort !== undefined && { reasoningEffort }) };
    return answering(repeatRule(idempotency), (task, ids, signal) =>
      sdkCall(deps, ids, { wire: chatWire, signal }, async (call) => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const { fetch } = call;
        const sdk = createOpenAICompatible({ name, baseURL: entry.baseUrl, fetch, supportsStructuredOutputs });
        const options = { maxTokens, isSchemaSent: supportsStructuredOutputs, providerOptions: { [name]: fields } };
        return write(sdk.chatModel(entry.model), task, call, options);
      }),
    );
  },
  image: (entry, deps) => {
    const options = OpenAiCompatibleOptions.image.parse(entry.options);
    return answering(repeatRule(options.idempotency), (task, ids, signal) =>
      sdkCall(deps, ids, { wire: imageWire, signal }, async (call) => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
        const sdk = createOpenAICompatible({ name, baseURL: entry.baseUrl, fetch: call.fetch });
        // LocalAI reads the text after a bar as what must not be in the picture.
        const plain = { ...task, prompt: task.prompt.replace(/\s*\|\s*/g, ', ') };
        return draw(sdk.imageModel(entry.model), plain, call, {
          ...{ size: sizeFor(task.size, options.sizes), providerOptions: { [name]: imageFields(options, task) } },
        });
      }),
    );
  },
  speech: (entry, deps) => {
    const { idempotency, format, instructions, language, extraBody, ...voices } = OpenAiCompatibleOptions.speech.parse(
      entry.options,
    );
    return answering(repeatRule(idempotency), (task, ids, signal) => {
      const asked = (body: object): object => ({
        ...body,
        ...(language !== undefined && { language: language === 'tag' ? task.language : englishName(task.language) }),
        ...extraBody,
      });
      return sdkCall(deps, ids, { wire: { ...speechWire, asked }, signal }, async (call) => {
        // The package for compatible servers has no speech.
        const { createOpenAI } = await import('@ai-sdk/openai');
        const sdk = createOpenAI({ baseURL: entry.baseUrl, apiKey: noKey, fetch: call.fetch });
        const voice = voiceFor(task.language, voices);
        return speak(sdk.speech(entry.model), task, call, { voice, format, instructions, speed: task.speed });
      });
    });
  },
};

type ImageOptions = z.infer<typeof OpenAiCompatibleOptions.image>;
type Field = string | number | boolean;

function imageFields(options: ImageOptions, { seed }: ImageTask): Record<string, Field> {
  const fields: Record<string, Field | undefined> = {
    response_format: 'b64_json',
    seed: options.seed ? seed : undefined,
    quality: options.quality,
    num_inference_steps: options.steps,
    guidance_scale: options.guidance,
    negative_prompt: options.negativePrompt,
    ...options.extraBody,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
}

/** Returns the English name of the language of a tag: `de-AT` is `German`. */
function englishName(tag: string): string {
  const [language = tag] = tag.split('-');
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
