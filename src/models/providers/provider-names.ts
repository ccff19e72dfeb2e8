import type { ModelPort } from '../model-task.ts';

interface ProviderFacts {
  ports: readonly ModelPort[];
  /** Base URL of the provider's own service. Null: the entry must have one. */
  baseUrl: string | null;
}

/** Providers by the name that an entry of the configuration has. */
export const providers = {
  'openai-compatible': { ports: ['copywriter', 'image', 'speech'], baseUrl: null },
  openai: { ports: ['copywriter', 'image', 'speech'], baseUrl: 'https://api.openai.com/v1' },
  anthropic: { ports: ['copywriter'], baseUrl: 'https://api.anthropic.com/v1' },
  gemini: {
    ports: ['copywriter', 'image', 'speech'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  elevenlabs: { ports: ['speech'], baseUrl: 'https://api.elevenlabs.io' },
  'videos-api': { ports: ['video'], baseUrl: null },
  fal: { ports: ['image', 'cutout', 'video'], baseUrl: 'https://queue.fal.run' },
  replicate: { ports: ['image', 'cutout', 'video'], baseUrl: 'https://api.replicate.com/v1' },
  veo: { ports: ['video'], baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
  comfyui: { ports: ['image', 'cutout', 'video'], baseUrl: null },
} as const satisfies Readonly<Record<string, ProviderFacts>>;

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers).filter((name): name is ProviderName => name in providers);
