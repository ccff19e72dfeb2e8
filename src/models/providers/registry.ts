import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelPort } from '../model-task.ts';
import type { ModelProvider } from '../provider.ts';
import type { ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import type { ProviderName } from './provider-names.ts';

type Load = () => Promise<{ adapters: ProviderAdapters }>;

const modules: Readonly<Record<ProviderName, Load>> = {
  'openai-compatible': () => import('./openai-compatible.ts'),
  openai: () => import('./openai.ts'),
  anthropic: () => import('./anthropic.ts'),
  gemini: () => import('./gemini.ts'),
  elevenlabs: () => import('./elevenlabs.ts'),
  'videos-api': () => import('./videos-api.ts'),
  fal: () => import('./fal.ts'),
  replicate: () => import('./replicate.ts'),
  veo: () => import('./veo.ts'),
  comfyui: () => import('./comfyui.ts'),
};

/** Loads the adapter of an entry. Throws `ModelFailure` if the provider has none for the port. */
export async function openProvider<Port extends ModelPort>(
  entry: ModelEntry,
  port: Port,
  deps: ProviderDeps,
): Promise<ModelProvider<Port>> {
  const { adapters } = await modules[entry.provider]();
  const open: ProviderAdapters[Port] | undefined = adapters[port];
  if (open === undefined) throw new ModelFailure('refused', `${entry.provider} has no adapter for ${port}`);
  return open(entry, deps);
}
