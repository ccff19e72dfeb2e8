import type { ReceivedRequest, ServerReply } from './model-server.ts';
import {
  fileReply,
  formOf,
  jsonOf,
  startWorkWire,
  wireSettings,
  Works,
  type WorkWire,
  type WireSettings,
} from './work-wire.ts';

export type VideosDialect = 'openai' | 'litellm' | 'vllm-omni' | 'sglang';

/**
 * Starts a server with `/v1/videos` in the form of OpenAI, LiteLLM, vLLM-Omni or SGLang. They differ in the fields and in
 * the type of the body.
 */
export async function startVideosWire(
  dialect: VideosDialect,
  result: Buffer,
  changes: Partial<WireSettings> = {},
): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, changes);
  return startWorkWire(settings, works, {
    keyHeader: (key) => ['authorization', `Bearer ${key}`],
    unauthorized: { status: 401, body: { error: { message: 'Incorrect API key provided' } } },
    notFound,
    routes: [
      ['POST', /^\/v1\/videos$/, created],
      ['GET', /^\/v1\/videos\/([^/]+)\/content$/, (_, [id = '']) => filmOf(id)],
      ['GET', /^\/v1\/videos\/([^/]+)$/, (_, [id = '']) => polled(id)],
    ],
  });

  function polled(id: string): ServerReply {
    const work = works.find(id);
    if (work === undefined) return notFound;
    return { body: jobOf(id, works.isDone(work, settings) ? settings.ending : 'in_progress') };
  }

  function filmOf(id: string): ServerReply {
    return works.find(id) === undefined ? notFound : fileReply(settings, 'video/mp4');
  }

  function created(request: ReceivedRequest): ServerReply {
    const fields = fieldsOf(request);
    const fault = fields === undefined ? 'body' : faults[dialect](fields);
    if (fault !== undefined)
      return works.refuse(fault, { status: 422, body: { detail: [{ loc: ['body', fault], msg: 'Input is wrong' }] } });
    if (settings.isRefusing) return { status: 400, body: { error: { code: 'moderation_blocked', message: 'no' } } };
    const id = works.nextId();
    works.accept(id, request);
    return { body: jobOf(id, 'queued') };
  }

  /** Returns the fields of a body of a type that the server accepts: texts, numbers, or the type of a file. */
  function fieldsOf(request: ReceivedRequest): Map<string, unknown> | undefined {
    const form = formOf(request);
    if (form !== undefined) {
      const fields = [...form].map(([name, { fileName, mediaType, bytes }]): [string, unknown] => [
        name,
        fileName === undefined ? bytes.toString() : mediaType,
      ]);
      return new Map([...fields, ['is-form', true]]);
    }
    const json = dialect === 'sglang' || dialect === 'litellm' ? jsonOf(request) : undefined;
    return json && new Map(Object.entries(json));
  }

  function jobOf(id: string, state: WireSettings['ending'] | 'queued' | 'in_progress'): object {
    const job = { id, object: 'video', model: 'model', created_at: 1_793_500_000, progress: 0 };
    if (state === 'done')
      return { ...job, status: 'completed', ...(settings.resultUrl !== null && { url: settings.resultUrl }) };
    if (state === 'queued' || state === 'in_progress') return { ...job, status: state, error: null };
    const code = state === 'moderated' ? 'moderation_blocked' : 'video_generation_failed';
    return { ...job, status: 'failed', error: { code, message: 'The video could not be made.' } };
  }
}

const notFound: ServerReply = { status: 404, body: { detail: 'Video not found' } };
const sizeForm = /^\d+x\d+$/;

/** Each dialect returns the first field that its server refuses. */
const faults: Readonly<Record<VideosDialect, (fields: Map<string, unknown>) => string | undefined>> = {
  openai: (fields) => openaiFault(fields),
  litellm: (fields) => openaiFault(fields),
  'vllm-omni': (fields) => {
    const whole = ['width', 'height', 'num_frames', 'fps', 'seed'];
    if (fields.get('prompt') === undefined) return 'prompt';
    return whole.find((name) => !/^\d+$/.test(String(fields.get(name)))) ?? pictureFault(fields);
  },
  sglang: (fields) => {
    if (fields.get('prompt') === undefined) return 'prompt';
    if (!/^\d+$/.test(String(fields.get('seconds')))) return 'seconds';
    if (!sizeForm.test(String(fields.get('size')))) return 'size';
    // A form without a file is refused.
    return fields.has('is-form') && !fields.has('input_reference') ? 'input_reference' : pictureFault(fields);
  },
};

function openaiFault(fields: Map<string, unknown>): string | undefined {
  if (fields.get('prompt') === undefined) return 'prompt';
  if (fields.get('model') === undefined) return 'model';
  if (!['4', '8', '12'].includes(String(fields.get('seconds')))) return 'seconds';
  return sizeForm.test(String(fields.get('size'))) ? pictureFault(fields) : 'size';
}

function pictureFault(fields: Map<string, unknown>): string | undefined {
  const type = fields.get('input_reference');
  if (type === undefined) return undefined;
  return typeof type === 'string' && /^image\/(png|jpeg|webp)$/.test(type) ? undefined : 'input_reference';
}
