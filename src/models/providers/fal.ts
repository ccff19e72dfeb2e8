import { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import type { ModelHandle } from '../provider.ts';
import { dataUrl, inputsOf, picturesOf, type FileProvider } from './input-fields.ts';
import type { ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { FalInputOptions } from './provider-options.ts';
import { parsed, pending, WorkApi, type FilePort } from './work-api.ts';

const Queued = z.looseObject({
  request_id: z.string().min(1),
  status_url: z.string().optional(),
  response_url: z.string().optional(),
});
const Status = z.looseObject({ status: z.string(), error: z.unknown().optional(), error_type: z.unknown().optional() });
const Result = z.record(z.string(), z.unknown());
const Problem = z.looseObject({ detail: z.unknown().optional(), error_type: z.string().optional() });
const File = z.union([z.string(), z.looseObject({ url: z.string() }).transform(({ url }) => url)]);
const Files = z.union([File, z.array(File).transform(([first]) => first)]);

const resultFields: Readonly<Record<FilePort, readonly string[]>> = {
  image: ['images', 'image'],
  cutout: ['mask_image', 'mask', 'image', 'images'],
  video: ['video', 'videos'],
};

/**
 * Models of the queue of fal. The queue documents no key for repeated requests. It repeats work by itself if a runner
 * fails, without a second request.
 */
function queued(port: FilePort, { baseUrl, model, options }: ModelEntry, deps: ProviderDeps): FileProvider {
  const settings = FalInputOptions.parse(options);
  const api = new WorkApi(deps, (key) => ({ authorization: `Key ${key}` }));
  const path = model.replace(/^\/+|\/+$/g, '');
  return {
    repeat: 'repeated',
    submit: async (task, ids, signal) => {
      const body = inputsOf(task, picturesOf(task).map(dataUrl), settings, {
        picture: port === 'image' ? { field: 'image_urls', isList: true } : { field: 'image_url', isList: false },
        size: port === 'image' ? 'image_size' : 'aspect_ratio',
      });
      const answer = await api.start(`${baseUrl}/${path}`, { body, ids, signal }, Queued);
      return { kind: 'accepted', handle: handleOf(answer, `${baseUrl}/${appOf(path)}`) };
    },
    poll: async ({ statusUrl = '', resultUrl = '' }, signal) => {
      const answer = await api.ask(statusUrl, { signal }, Status);
      if (answer.kind !== 'read') return answer;
      const { status, error, error_type: type } = answer.value;
      if (status !== 'COMPLETED') return pending();
      if (error != null && error !== '') throw api.failedWork(JSON.stringify([error, type]));
      const result = await api.ask(resultUrl, { signal, verdict: (reply) => verdictOf(api, reply) }, Result);
      if (result.kind !== 'read') return result;
      const fields = settings.result === undefined ? resultFields[port] : [settings.result];
      return api.download(fileIn(result.value, fields), port, signal);
    },
  };
}

export const adapters: ProviderAdapters = {
  image: (entry, deps) => queued('image', entry, deps),
  cutout: (entry, deps) => queued('cutout', entry, deps),
  video: (entry, deps) => queued('video', entry, deps),
};

/**
 * Returns the addresses of a request. fal asks to use those of its response; behind a proxy they are of another origin,
 * and the documented paths are used.
 */
function handleOf({ request_id: requestId, ...answer }: z.infer<typeof Queued>, appUrl: string): ModelHandle {
  const { origin } = new URL(appUrl);
  const own = (text: string | undefined): string | undefined => {
    const url = URL.parse(text ?? '');
    return url?.origin === origin && url.username === '' ? `${url.origin}${url.pathname}` : undefined;
  };
  const resultUrl = own(answer.response_url) ?? `${appUrl}/requests/${encodeURIComponent(requestId)}`;
  return { requestId, resultUrl, statusUrl: own(answer.status_url) ?? `${resultUrl}/status` };
}

/** Returns owner and app of a model, without the path of the endpoint in the app. */
function appOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, parts[0] === 'workflows' || parts[0] === 'comfy' ? 3 : 2).join('/');
}

/**
 * Returns the failure of work that a response about its result states. The response has the status with which the model
 * ended, and a reason of the model or of its runner.
 */
function verdictOf(api: WorkApi, { response, text }: { response: Response; text: string }): ModelFailure | undefined {
  const problem = parsed(text, Problem);
  const hasReason = problem?.error_type !== undefined || Array.isArray(problem?.detail);
  if (response.status !== 422 && !hasReason && !response.headers.has('x-fal-error-type')) return undefined;
  const failure = api.failureOf(response, text);
  return failure.kind === 'moderated' || failure.kind === 'refused' ? failure : api.failedWork(text);
}

/** Returns the URL of the file in a result. A picture that the safety check has blackened is refused content. */
function fileIn(result: z.infer<typeof Result>, fields: readonly string[]): string {
  const flags = result['has_nsfw_concepts'];
  if (Array.isArray(flags) && flags[0] === true)
    throw new ModelFailure('moderated', 'the provider refused the content');
  for (const field of fields) {
    const url = Files.safeParse(result[field]).data;
    if (url !== undefined) return url;
  }
  throw new ModelFailure('empty', 'the response has no result');
}
