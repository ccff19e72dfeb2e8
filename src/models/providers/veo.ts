import { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import type { VideoTask } from '../model-task.ts';
import type { ModelProvider } from '../provider.ts';
import { allowedSeconds } from './input-fields.ts';
import type { ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { VeoOptions } from './provider-options.ts';
import { aspectFor } from './size-for.ts';
import { pending, WorkApi } from './work-api.ts';

const Started = z.looseObject({ name: z.string().min(1) });
const Films = z.looseObject({
  generatedSamples: z.array(z.looseObject({ video: z.looseObject({ uri: z.string() }).optional() })).default([]),
  raiMediaFilteredCount: z.number().default(0),
  raiMediaFilteredReasons: z.array(z.string()).default([]),
});
const Operation = z.looseObject({
  done: z.boolean().default(false),
  error: z.looseObject({ message: z.string().default('') }).optional(),
  response: z.looseObject({ generateVideoResponse: Films.prefault({}) }).prefault({}),
});
type Operation = z.infer<typeof Operation>;

const googleHost = 'generativelanguage.googleapis.com';

/**
 * Films of Veo over the Gemini API. The API documents no key for repeated requests. The key is a header of every
 * request, and never a part of an address.
 */
function video({ baseUrl, model, options }: ModelEntry, deps: ProviderDeps): ModelProvider<'video'> {
  const settings = VeoOptions.video.parse(options);
  const api = new WorkApi(deps, (key) => ({ 'x-goog-api-key': key }));
  return {
    repeat: 'repeated',
    submit: async (task, ids, signal) => {
      const url = `${baseUrl}/models/${model}:predictLongRunning`;
      const { name } = await api.start(url, { body: bodyOf(task, settings), ids, signal }, Started);
      return { kind: 'accepted', handle: { operation: name } };
    },
    poll: async ({ operation = '' }, signal) => {
      const answer = await api.ask(`${baseUrl}/${operation}`, { signal }, Operation);
      if (answer.kind !== 'read') return answer;
      const { done, error, response } = answer.value;
      if (error !== undefined) throw api.failedWork(error.message);
      return done ? api.download(addressOf(filmOf(response), baseUrl), 'video', signal) : pending();
    },
  };
}

export const adapters: ProviderAdapters = { video };

function bodyOf(task: VideoTask, { resolution, seconds, seed, parameters }: z.infer<typeof VeoOptions.video>): object {
  const { prompt, picture } = task;
  const image = picture && { bytesBase64Encoded: picture.bytes.toString('base64'), mimeType: picture.mediaType };
  return {
    instances: [{ prompt, ...(image !== null && { image }) }],
    parameters: {
      aspectRatio: aspectFor(task.size, ['16:9', '9:16']),
      durationSeconds: resolution === '720p' ? allowedSeconds(task.seconds, seconds) : 8,
      resolution,
      ...(seed && { seed: task.seed }),
      ...parameters,
    },
  };
}

/** Returns the address of the film of a finished operation. */
function filmOf({ generateVideoResponse: films }: Operation['response']): string {
  const [uri] = films.generatedSamples.flatMap(({ video }) => video?.uri ?? []);
  if (uri !== undefined) return uri;
  if (films.raiMediaFilteredCount > 0 || films.raiMediaFilteredReasons.length > 0)
    throw new ModelFailure('moderated', 'the provider refused the content');
  throw new ModelFailure('empty', 'the response has no result');
}

/**
 * Returns the address of a film without a key. Addresses of Google's own host are those of the base URL, which may be a
 * proxy.
 */
function addressOf(uri: string, baseUrl: string): string {
  const url = URL.parse(uri, `${baseUrl}/`);
  if (url === null) throw new ModelFailure('unreadable', 'the response names a result by an invalid URL');
  url.searchParams.delete('key');
  if (url.hostname !== googleHost) return url.href;
  return baseUrl + url.pathname.replace(/^\/v\d+(alpha|beta)?/, '') + url.search;
}
