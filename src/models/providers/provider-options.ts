import { z } from 'zod';
import type { ModelPort } from '../model-task.ts';
import type { ProviderName } from './provider-names.ts';

/** The server runs one call for each `Idempotency-Key`, so that a call can be sent again without a second bill. */
const idempotency = z.boolean().default(false);
/** Maximum number of tokens that the model writes. */
const maxTokens = z.int().min(256).max(128_000);
/** How long a model thinks, such as `low`. Each model has its own words. */
const reasoningEffort = z.string().max(20).optional();

/** Sizes that the model draws, such as `1024x1536`. The nearest one by aspect ratio is used. */
const sizes = z
  .array(z.string().regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, 'must have the form 1024x1536'))
  .min(1)
  .max(50);
const quality = z.string().max(20).optional();

/** Voices: `voices` by BCP-47 tag, such as `de` or `pt-BR`, and `voice` for all other languages. */
const voices = z
  .record(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.string().min(1).max(200))
  .default({});
const voice = z.string().min(1).max(200);
/** How the text is spoken, such as `Calm and friendly`. */
const instructions = z.string().max(1_000).optional();
const soundFormat = z.enum(['wav', 'mp3', 'flac', 'opus', 'aac']);

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const OpenAiCompatibleOptions = {
  copywriter: z.strictObject({
    ...{ idempotency, reasoningEffort, maxTokens: maxTokens.optional() },
    /** False: the server knows no JSON Schema, which is then a part of the prompt. */
    supportsStructuredOutputs: z.boolean().default(true),
    /** Further fields of the request, such as `chat_template_kwargs` of vLLM. */
    extraBody: z.record(z.string(), z.json()).default({}),
  }),
  image: z.strictObject({
    ...{ idempotency, quality, sizes: sizes.optional() },
    /** Field `num_inference_steps` of vLLM-Omni and SGLang. */
    steps: z.int().min(1).max(200).optional(),
    /** Field `guidance_scale`. */
    guidance: z.number().min(0).max(100).optional(),
    negativePrompt: z.string().max(2_000).optional(),
    /** False: the field `seed` is not sent, for servers that refuse it. */
    seed: z.boolean().default(true),
    /** Further fields of the request, such as `step` of LocalAI. */
    extraBody: z.record(z.string(), scalar).default({}),
  }),
  speech: z.strictObject({
    ...{ idempotency, voices, instructions, voice: voice.default('alloy'), format: soundFormat.default('wav') },
    /** Sends the field `language` as a tag (`de`) or as a name (`German`, for vLLM-Omni). Default: it is not sent. */
    language: z.enum(['tag', 'name']).optional(),
    extraBody: z.record(z.string(), z.json()).default({}),
  }),
};

export const OpenAiOptions = {
  copywriter: z.strictObject({ idempotency, reasoningEffort, maxTokens: maxTokens.optional() }),
  image: z.strictObject({
    ...{ idempotency, sizes: sizes.default(['1024x1024', '1536x1024', '1024x1536']) },
    quality: z.enum(['low', 'medium', 'high', 'auto', 'standard', 'hd']).optional(),
    moderation: z.enum(['low', 'auto']).optional(),
  }),
  speech: z.strictObject({
    ...{ idempotency, voices, instructions, voice: voice.default('alloy'), format: soundFormat.default('wav') },
  }),
};

export const GeminiOptions = {
  copywriter: z.strictObject({ maxTokens: maxTokens.optional() }),
  image: z.strictObject({ imageSize: z.enum(['1K', '2K', '4K']).optional() }),
  speech: z.strictObject({ voices, instructions, voice: voice.default('Kore') }),
};

export const AnthropicOptions = {
  copywriter: z.strictObject({
    maxTokens: maxTokens.default(8_192),
    effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
  }),
};

const fraction = z.number().min(0).max(1).optional();

export const ElevenLabsOptions = {
  speech: z.strictObject({
    ...{ voices, voice },
    format: z
      .enum(['mp3_44100_128', 'mp3_44100_192', 'mp3_22050_32', 'opus_48000_128', 'pcm_24000', 'pcm_44100', 'pcm_48000'])
      .default('mp3_44100_128'),
    /** Sends the language of the text, which only some models accept, such as `eleven_flash_v2_5`. */
    sendLanguage: z.boolean().default(false),
    ...{ stability: fraction, similarityBoost: fraction, style: fraction },
    useSpeakerBoost: z.boolean().optional(),
  }),
};

type PortOptions = Readonly<Partial<Record<ModelPort, z.ZodType>>>;

const options: Readonly<Partial<Record<ProviderName, PortOptions>>> = {
  'openai-compatible': OpenAiCompatibleOptions,
  openai: OpenAiOptions,
  gemini: GeminiOptions,
  anthropic: AnthropicOptions,
  elevenlabs: ElevenLabsOptions,
};

/** Returns the schema of `options` of an entry. Without a schema, everything is allowed. */
export function optionsOf(provider: ProviderName, port: ModelPort): z.ZodType {
  const ofPorts = options[provider];
  return ofPorts === undefined ? z.looseObject({}) : (ofPorts[port] ?? z.strictObject({}));
}
