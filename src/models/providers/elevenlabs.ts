import type { z } from 'zod';
import { httpFailure } from '../connection/http-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import type { SpeechTask } from '../model-task.ts';
import type { CallIds } from '../provider.ts';
import { answering, type ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { ElevenLabsOptions } from './provider-options.ts';
import { typedResult } from './result-type.ts';
import { voiceFor } from './voice-for.ts';
import { wavOf } from './wav-of.ts';

/**
 * `POST /v1/text-to-speech/{voice}` of ElevenLabs. The package of the SDK is not used: it has a fixed address, and
 * brings copies of packages of its own for one request.
 */
export const adapters: ProviderAdapters = {
  speech: (entry, deps) => {
    const options = ElevenLabsOptions.speech.parse(entry.options);
    const [, rate] = /^pcm_(\d+)$/.exec(options.format) ?? [];
    return answering('repeated', async (task, ids, signal) => {
      const bytes = await spoken(entry, task, { deps, ids, signal, options });
      return typedResult('sound', rate === undefined || bytes.length === 0 ? bytes : wavOf(bytes, Number(rate)));
    });
  },
};

interface SpokenOptions {
  deps: ProviderDeps;
  ids: CallIds;
  signal: AbortSignal;
  options: z.infer<typeof ElevenLabsOptions.speech>;
}

async function spoken(
  { baseUrl, model }: ModelEntry,
  { text, language, speed }: SpeechTask,
  { deps, ids, signal, options: { voice, voices, format, sendLanguage, ...settings } }: SpokenOptions,
): Promise<Buffer> {
  signal.throwIfAborted();
  const key = await deps.key();
  const url = `${baseUrl}/v1/text-to-speech/${encodeURIComponent(voiceFor(language, { voice, voices }))}`;
  const response = await deps.connection.fetch(`${url}?output_format=${format}`, {
    method: 'POST',
    ...{ redirect: 'manual', signal },
    headers: {
      'content-type': 'application/json',
      'idempotency-key': ids.idempotencyKey,
      ...(key !== null && { 'xi-api-key': key }),
    },
    body: JSON.stringify({
      ...{ text, model_id: model },
      ...(sendLanguage && { language_code: language.split('-')[0] }),
      voice_settings: {
        speed,
        stability: settings.stability,
        similarity_boost: settings.similarityBoost,
        style: settings.style,
        use_speaker_boost: settings.useSpeakerBoost,
      },
    }),
  });
  if (!response.ok) throw httpFailure(response.status, response.headers, await response.text(), key);
  // Samples have no signature by which a page could be told from them.
  if (!/^(audio\/|application\/octet-stream)/.test(response.headers.get('content-type') ?? ''))
    throw new ModelFailure('unreadable', 'the model returned a file that is no sound');
  return Buffer.from(await response.arrayBuffer());
}
