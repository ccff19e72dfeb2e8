import { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import { filled, hasPlaceholder, readWorkflow } from './comfyui-workflow.ts';
import { fileOf, picturesOf, type FileProvider, type FileTask } from './input-fields.ts';
import type { ProviderAdapters } from './provider-adapters.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { ComfyuiPortOptions } from './provider-options.ts';
import { bearer, pending, WorkApi, type Asked, type FilePort } from './work-api.ts';

const Uploaded = z.looseObject({ name: z.string().min(1), subfolder: z.string().default('') });
const Queued = z.looseObject({ prompt_id: z.string().min(1) });
/** Number in the order of all prompts, and id of a prompt. */
const Item = z.tuple([z.unknown().optional(), z.string()], z.unknown());
const Queue = z.looseObject({ queue_running: z.array(Item), queue_pending: z.array(Item) });
const OutputFile = z.looseObject({
  filename: z.string(),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});
type OutputFile = z.infer<typeof OutputFile>;
const Done = z.looseObject({
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  status: z.looseObject({ status_str: z.string(), messages: z.unknown().optional() }).nullish(),
  prompt: z.tuple([z.unknown()], z.unknown()).optional().catch(undefined),
});
type Done = z.infer<typeof Done>;
const History = z.record(z.string(), Done);

const endings: Readonly<Record<FilePort, RegExp>> = {
  image: /\.(png|jpe?g|webp)$/i,
  cutout: /\.(png|webp)$/i,
  video: /\.(mp4|mov|webm)$/i,
};

/**
 * Workflows of a ComfyUI server. The id of the work is ours, so that work which may have been submitted is found again
 * in the queue or the history of the server. The server needs no key of its own; a key is for a proxy before it.
 *
 * The server runs a prompt that it gets twice under the same id twice. The first request of a killed process can arrive
 * after `find` has looked for it, so each poll cancels copies that wait in the queue, and reports one that runs.
 */
function workflows(port: FilePort, { baseUrl, options }: ModelEntry, deps: ProviderDeps): FileProvider {
  const { workflow: given, output, fps } = ComfyuiPortOptions.parse(options);
  const api = new WorkApi(deps, bearer);
  return {
    repeat: 'found',
    submit: async (task, ids, signal) => {
      const workflow = typeof given === 'string' ? await readWorkflow(given) : given;
      const file = hasPlaceholder(workflow, 'image') ? formWith(task) : undefined;
      const image = file && nameOf(await api.start(`${baseUrl}/upload/image`, { body: file, ids, signal }, Uploaded));
      const prompt = filled(workflow, { ...valuesOf(task, fps), ...(image !== undefined && { image }) });
      const body = { prompt, client_id: 'adwright', prompt_id: ids.callId };
      const { prompt_id: id } = await api.start(`${baseUrl}/prompt`, { body, ids, signal }, Queued);
      return { kind: 'accepted', handle: { id } };
    },
    find: async ({ callId }, signal) => {
      const state = await lookUp(api, { baseUrl, id: callId }, signal);
      if (state.kind === 'pending' && state.reason !== undefined) throw state.reason;
      return state.kind === 'lost' ? undefined : { id: callId };
    },
    poll: async ({ id = '' }, signal) => {
      const state = await lookUp(api, { baseUrl, id }, signal);
      if (state.kind !== 'read') return state;
      const { status, outputs } = state.value.done;
      if (status?.status_str === 'error') throw api.failedWork(JSON.stringify(status.messages ?? ''));
      const file = outputOf(outputs, endings[port], output);
      if (file === undefined) throw new ModelFailure('empty', 'the workflow has no output of the right type');
      const { filename, subfolder, type } = file;
      const query = new URLSearchParams({ filename, subfolder, type });
      const result = await api.download(`${baseUrl}/view?${query.toString()}`, port, signal);
      return result.kind === 'lost' ? result : { ...result, ...marked(state.value.isRepeated) };
    },
  };
}

export const adapters: ProviderAdapters = {
  image: (entry, deps) => workflows('image', entry, deps),
  cutout: (entry, deps) => workflows('cutout', entry, deps),
  video: (entry, deps) => workflows('video', entry, deps),
};

/**
 * Looks for work in the queue first, which work leaves only for the history. Cancels copies of it that wait without need
 * and looks again, because one of them may just have started.
 */
async function lookUp(
  api: WorkApi,
  { baseUrl, id, hasCancelled = false }: { baseUrl: string; id: string; hasCancelled?: boolean },
  signal: AbortSignal,
): Promise<Asked<{ done: Done; isRepeated: boolean }>> {
  const queue = await api.ask(`${baseUrl}/queue`, { signal }, Queue);
  if (queue.kind !== 'read') return queue;
  const history = await api.ask(`${baseUrl}/history/${encodeURIComponent(id)}`, { signal }, History);
  const done = history.kind === 'read' ? history.value[id] : undefined;
  const { started, waiting } = copiesOf(id, queue.value, done);
  const spare = waiting - (started > 0 ? 0 : 1);
  if (spare > 0 && !hasCancelled) {
    await api.change(`${baseUrl}/queue`, { body: { delete: Array.from({ length: spare }, () => id) }, signal });
    return lookUp(api, { baseUrl, id, hasCancelled: true }, signal);
  }
  const isRepeated = started + waiting > 1;
  if (done !== undefined) return { kind: 'read', value: { done, isRepeated } };
  if (started + waiting > 0) return { ...pending(), ...marked(isRepeated) };
  return history.kind === 'read' ? { kind: 'lost' } : history;
}

/**
 * Counts the copies of a prompt that run or are done, and those that wait. The one in the history may have been in the
 * queue a moment before.
 */
function copiesOf(
  id: string,
  { queue_running: running, queue_pending: waiting }: z.infer<typeof Queue>,
  done: Done | undefined,
): { started: number; waiting: number } {
  const [last] = done?.prompt ?? [];
  const countIn = (items: readonly z.infer<typeof Item>[]): number =>
    items.filter(([number, found]) => found === id && (done === undefined || number !== last)).length;
  return { started: countIn(running) + (done === undefined ? 0 : 1), waiting: countIn(waiting) };
}

const marked = (isRepeated: boolean): { isRepeated?: true } => (isRepeated ? { isRepeated } : {});

/** Returns a form with the first picture of a task. */
function formWith(task: FileTask): FormData {
  const [picture] = picturesOf(task);
  if (picture === undefined) throw new ModelFailure('refused', 'the workflow needs a picture');
  const form = new FormData();
  form.append('image', fileOf(picture));
  form.append('overwrite', 'true');
  return form;
}

const nameOf = ({ name, subfolder }: z.infer<typeof Uploaded>): string =>
  subfolder === '' ? name : `${subfolder}/${name}`;

function valuesOf(task: FileTask, fps: number): Record<string, string | number> {
  if (task.port === 'cutout') return {};
  const { prompt, seed, size } = task;
  const film = task.port === 'video' ? { seconds: task.seconds, frames: Math.ceil(task.seconds) * fps } : {};
  return { prompt, seed, ...size, ...film };
}

/** Returns the first file of the outputs with one of the endings. Files that are kept come before temporary ones. */
function outputOf(
  outputs: Readonly<Record<string, Record<string, unknown>>>,
  ending: RegExp,
  node: string | undefined,
): OutputFile | undefined {
  const nodes = node === undefined ? Object.values(outputs) : [outputs[node] ?? {}];
  const files = nodes
    .flatMap((fields) => Object.values(fields).flat())
    .flatMap((file) => OutputFile.safeParse(file).data ?? [])
    .filter(({ filename }) => ending.test(filename));
  return files.find(({ type }) => type === 'output') ?? files[0];
}
