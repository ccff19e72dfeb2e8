import { z } from 'zod';
import type { ModelEntry } from '../model-entry.ts';
import type { VideoTask } from '../model-task.ts';
import type { ModelProvider } from '../provider.ts';
import { allowedSeconds, fileOf } from './input-fields.ts';
import { repeatRule, type ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { VideosApiOptions } from './provider-options.ts';
import { bearer, WorkApi } from './work-api.ts';

type Options = z.infer<typeof VideosApiOptions.video>;

const Job = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  /** Address of the film, of servers that store films elsewhere. */
  url: z.string().nullish(),
  error: z.unknown().optional(),
});

/**
 * Films of servers with the API `/v1/videos`, which OpenAI has introduced. None of them documents that it honours an
 * idempotency key; a gateway may.
 */
function video({ baseUrl, model, options }: ModelEntry, deps: ProviderDeps): ModelProvider<'video'> {
  const settings = VideosApiOptions.video.parse(options);
  const api = new WorkApi(deps, bearer);
  return {
    repeat: repeatRule(settings.idempotency),
    submit: async (task, ids, signal) => {
      const { id } = await api.start(`${baseUrl}/videos`, { body: bodyOf(task, model, settings), ids, signal }, Job);
      return { kind: 'accepted', handle: { id } };
    },
    poll: async ({ id = '' }, signal) => {
      const url = `${baseUrl}/videos/${encodeURIComponent(id)}`;
      const answer = await api.ask(url, { signal }, Job);
      if (answer.kind !== 'read') return answer;
      const { status, url: film, error } = answer.value;
      if (status === 'failed') throw api.failedWork(JSON.stringify(error ?? ''));
      const { kind } = stateOf(status);
      if (kind !== 'done') return { kind };
      return api.download(film == null || film === '' ? `${url}/content` : film, 'video', signal);
    },
  };
}

export const adapters: ProviderAdapters = { video };

/** Returns the state that the status of a job means. Unknown ones are those of work that has not ended. */
function stateOf(status: string): { kind: 'done' | 'pending' | 'lost' } {
  if (status === 'completed') return { kind: 'done' };
  return { kind: ['cancelled', 'deleted', 'expired'].includes(status) ? 'lost' : 'pending' };
}

/** Returns the body of a request: a form, or an object that is sent as JSON. */
function bodyOf(task: VideoTask, model: string, options: Options): object {
  const fields: Record<string, string | number | boolean> = {
    ...{ model, prompt: task.prompt },
    ...fieldsOf(task, options),
    ...options.fields,
  };
  const { picture } = task;
  const isForm = options.dialect === 'openai' || options.dialect === 'vllm-omni' || picture !== null;
  if (!isForm) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (picture !== null) form.append('input_reference', fileOf(picture));
  return form;
}

function fieldsOf(task: VideoTask, options: Options): Record<string, string | number> {
  const { dialect, fps, sizeMultiple: multiple } = options;
  if (dialect === 'openai' || dialect === 'litellm') {
    const seconds = allowedSeconds(task.seconds, options.seconds ?? [4, 8, 12]);
    return { seconds: String(seconds), size: `${task.size.width}x${task.size.height}` };
  }
  const [width, height] = [task.size.width, task.size.height].map(
    (side) => Math.max(1, Math.round(side / multiple)) * multiple,
  );
  const seconds = Math.ceil(
    options.seconds === undefined ? task.seconds : allowedSeconds(task.seconds, options.seconds),
  );
  const { seed } = task;
  const frames = { fps, num_frames: seconds * fps, seed };
  return dialect === 'sglang'
    ? { seconds, size: `${width}x${height}`, ...frames }
    : { width: width ?? 0, height: height ?? 0, ...frames };
}
