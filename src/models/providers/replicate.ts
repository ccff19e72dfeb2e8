import { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import type { ReferencePicture } from '../model-task.ts';
import type { CallIds, WorkState } from '../provider.ts';
import { dataUrl, fileOf, inputsOf, picturesOf, type FileProvider } from './input-fields.ts';
import type { ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { InputOptions } from './provider-options.ts';
import { bearer, pending, WorkApi, type FilePort } from './work-api.ts';

const Prediction = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  data_removed: z.boolean().nullish(),
});
type Prediction = z.infer<typeof Prediction>;
const Uploaded = z.looseObject({ urls: z.looseObject({ get: z.string() }) });

/** Size in bytes up to which Replicate asks for data URLs. Larger files are uploaded. */
const dataUrlBytesMax = 262_144;

/** Predictions of Replicate. The API documents no key for repeated requests. */
function predictions(port: FilePort, { baseUrl, model, options }: ModelEntry, deps: ProviderDeps): FileProvider {
  const settings = InputOptions.parse(options);
  const api = new WorkApi(deps, bearer);
  const urlOf = async (picture: ReferencePicture, ids: CallIds, signal: AbortSignal): Promise<string> => {
    if (picture.bytes.length <= dataUrlBytesMax) return dataUrl(picture);
    const body = new FormData();
    body.append('content', fileOf(picture));
    const uploaded = await api.start(`${baseUrl}/files`, { body, ids, signal }, Uploaded).catch(unstarted);
    return uploaded.urls.get;
  };
  return {
    repeat: 'repeated',
    submit: async (task, ids, signal) => {
      const urls: string[] = [];
      for (const picture of picturesOf(task)) urls.push(await urlOf(picture, ids, signal));
      const defaults = { picture: { field: 'image', isList: false }, size: 'aspect_ratio' } as const;
      const { path, version } = placeOf(model);
      const body = { ...(version !== undefined && { version }), input: inputsOf(task, urls, settings, defaults) };
      const { id } = await api.start(baseUrl + path, { body, ids, signal }, Prediction);
      return { kind: 'accepted', handle: { id } };
    },
    poll: async ({ id = '' }, signal) => {
      const url = `${baseUrl}/predictions/${encodeURIComponent(id)}`;
      const answer = await api.ask(url, { signal }, Prediction);
      if (answer.kind !== 'read') return answer;
      const { status, error } = answer.value;
      if (status === 'failed') throw api.failedWork(typeof error === 'string' ? error : JSON.stringify(error ?? ''));
      const found = resultOf(answer.value);
      return typeof found === 'string' ? api.download(found, port, signal) : found;
    },
  };
}

export const adapters: ProviderAdapters = {
  image: (entry, deps) => predictions('image', entry, deps),
  cutout: (entry, deps) => predictions('cutout', entry, deps),
  video: (entry, deps) => predictions('video', entry, deps),
};

/** An upload whose connection was cut starts no work: the call has cost nothing. */
function unstarted(error: unknown): never {
  if (!(error instanceof ModelFailure) || !error.mayBeBilled) throw error;
  throw new ModelFailure('unavailable', 'the picture could not be uploaded', { cause: error });
}

/**
 * Returns where predictions of a model are created: `owner/name` is an official model, `owner/name:version` or the 64
 * digits of a version are a version of a model, and `deployments/owner/name` is a deployment.
 */
function placeOf(model: string): { path: string; version?: string } {
  const version = /^[0-9a-f]{64}$/.test(model) ? model : /:(.+)$/.exec(model)?.[1];
  if (version !== undefined) return { path: '/predictions', version };
  return { path: `/${model.startsWith('deployments/') ? '' : 'models/'}${model}/predictions` };
}

/** Returns the URL of the result, or the state of a prediction without one. */
function resultOf({ status, output, data_removed: isRemoved }: Prediction): string | WorkState {
  if (status === 'canceled' || status === 'aborted') return { kind: 'lost' };
  if (status !== 'succeeded' && status !== 'successful') return pending();
  // Replicate deletes results one hour after the end.
  if (isRemoved === true) return { kind: 'lost' };
  const url = firstUrl(output);
  if (url === undefined) throw new ModelFailure('empty', 'the response has no result');
  return url;
}

/** Returns the first URL of an output: a string, a list, or an object of them. */
function firstUrl(output: unknown): string | undefined {
  if (typeof output === 'string') return /^(https?|data):/.test(output) ? output : undefined;
  if (typeof output !== 'object' || output === null) return undefined;
  for (const value of Object.values(output)) {
    const url = firstUrl(value);
    if (url !== undefined) return url;
  }
  return undefined;
}
