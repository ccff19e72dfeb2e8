import { z } from 'zod';
import type { ModelPort } from '../model-task.ts';
import type { ProviderName } from './provider-names.ts';

/** The server runs one call for each `Idempotency-Key`, so that a call can be sent again without a second bill. */
const idempotency = z.boolean().default(false);
/** Maximum number of tokens that the model writes. */
const maxTokens = z.int().min(256).max(128_000);
/** Effort of a model that thinks, such as `low`. Each model has its own words. */
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
/** Manner of speaking, such as `Calm and friendly`. */
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

/** Form in which a model wants the size of its result. */
const sizeForm = z.enum(['image_size', 'width_height', 'aspect_ratio', 'none']);
export type SizeForm = z.infer<typeof sizeForm>;
/** Form in which a model wants the length of a film: `5`, `"5"` or `"5s"`. */
const secondsForm = z.enum(['number', 'text', 'suffixed', 'none']);
export type SecondsForm = z.infer<typeof secondsForm>;

/** Options for providers whose models name their inputs themselves. */
export const InputOptions = z.strictObject({
  /** Further inputs of the model. They replace those of the task; null removes an input. */
  input: z.record(z.string(), z.json()).default({}),
  /** Input for the pictures of a task, and whether its value is a list. */
  picture: z.strictObject({ field: z.string().min(1), isList: z.boolean().default(false) }).optional(),
  size: sizeForm.optional(),
  seconds: secondsForm.default('number'),
});

const ReplicateOptions = { image: InputOptions, cutout: InputOptions, video: InputOptions };

export const FalInputOptions = InputOptions.extend({
  /** Field of the result with the file. Default: the first one that is found of those that models of the port have. */
  result: z.string().min(1).optional(),
});
const FalOptions = { image: FalInputOptions, cutout: FalInputOptions, video: FalInputOptions };

/** Lengths in seconds that a model can make. */
const lengths = z.array(z.number().positive()).min(1).max(50);
const fps = z.int().min(1).max(60).default(16);

/**
 * Servers of `/v1/videos` differ in what they accept:
 *
 * - `openai`: a form; lengths of 4, 8 or 12 s.
 * - `litellm`: as `openai`, but JSON if there is no picture.
 * - `vllm-omni`: a form; width, height, number of frames and seed are fields of their own.
 * - `sglang`: JSON if there is no picture, else a form; the length is an integer.
 */
export const VideosApiOptions = {
  video: z.strictObject({
    dialect: z.enum(['openai', 'litellm', 'vllm-omni', 'sglang']),
    idempotency,
    /** Default: 4, 8 and 12 for `openai` and `litellm`, else every length. */
    seconds: lengths.optional(),
    /** Frames a second, for `vllm-omni` and `sglang`. */
    fps,
    /** Width and height are rounded to a multiple of this number, for `vllm-omni` and `sglang`. */
    sizeMultiple: z.int().min(1).max(64).default(16),
    /** Further fields of the request, such as `{ "num_inference_steps": 40 }`. */
    fields: z.record(z.string(), scalar).default({}),
  }),
};

export const VeoOptions = {
  video: z.strictObject({
    resolution: z.enum(['720p', '1080p', '4k']).default('720p'),
    /** Above 720p, the models make 8 s only. */
    seconds: lengths.default([4, 6, 8]),
    /** True: the seed is sent, which the models of the Gemini API do not document. */
    seed: z.boolean().default(false),
    /** Further parameters, such as `{ "personGeneration": "allow_adult" }`. */
    parameters: z.record(z.string(), z.json()).default({}),
  }),
};

/** Workflow of ComfyUI in the API format: nodes by their ids. */
export const ComfyuiWorkflow = z.record(
  z.string(),
  z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }),
);

export const ComfyuiPortOptions = z.strictObject({
  /** Path of a file with the workflow in the API format, or the workflow itself. */
  workflow: z.union([z.string().min(1), ComfyuiWorkflow]),
  /** Id of the node whose output is the result. Default: the first output of the right type. */
  output: z.string().min(1).optional(),
  /** Frames a second of films, for the placeholder `{{frames}}`. */
  fps,
});
const ComfyuiOptions = { image: ComfyuiPortOptions, cutout: ComfyuiPortOptions, video: ComfyuiPortOptions };

type PortOptions = Readonly<Partial<Record<ModelPort, z.ZodType>>>;

const options: Readonly<Record<ProviderName, PortOptions>> = {
  'openai-compatible': OpenAiCompatibleOptions,
  openai: OpenAiOptions,
  gemini: GeminiOptions,
  anthropic: AnthropicOptions,
  elevenlabs: ElevenLabsOptions,
  'videos-api': VideosApiOptions,
  fal: FalOptions,
  replicate: ReplicateOptions,
  veo: VeoOptions,
  comfyui: ComfyuiOptions,
};

/** Returns the schema of `options` of an entry. */
export function optionsOf(provider: ProviderName, port: ModelPort): z.ZodType {
  return options[provider][port] ?? z.strictObject({});
}
