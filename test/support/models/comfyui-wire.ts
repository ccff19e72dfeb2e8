import type { ReceivedRequest, ServerReply } from './model-server.ts';
import {
  fileReply,
  formOf,
  jsonOf,
  objectOf,
  startWorkWire,
  wireSettings,
  Works,
  type WorkWire,
  type WireSettings,
} from './work-wire.ts';

/**
 * Starts a server with the routes of ComfyUI: https://docs.comfy.org/development/comfyui-server/comms_routes. A prompt
 * that is sent twice runs twice, even with the same id; the second one is billed when it starts, and can be deleted from
 * the queue before.
 */
export async function startComfyuiWire(
  filename: string,
  result: Buffer,
  changes: Partial<WireSettings> = {},
): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, { key: null, ...changes });
  /** Prompts in the queue. The first one runs from the next request for the queue on. */
  const copies: { number: number; id: string; isRunning: boolean }[] = [];
  /** Numbers of prompts that are done, by their ids. */
  const done = new Map<string, number>();
  /** Ids of prompts of which a copy has started. */
  const started = new Set<string>();
  let submitted = 0;
  return startWorkWire(settings, works, {
    keyHeader: (key) => ['authorization', `Bearer ${key}`],
    unauthorized: { status: 401, body: 'Unauthorized' },
    notFound: { status: 404, body: '404: Not Found' },
    routes: [
      ['POST', /^\/upload\/image$/, uploaded],
      ['POST', /^\/prompt$/, queued],
      ['GET', /^\/queue$/, queue],
      ['POST', /^\/queue$/, deleted],
      ['GET', /^\/history\/([^/]+)$/, (_, [id = '']) => ({ body: historiesOf(id) })],
      ['GET', /^\/view(\?.*)$/, ({ path }) => viewed(new URL(path, 'http://comfyui').searchParams)],
    ],
  });

  function historiesOf(id: string): object {
    const number = done.get(id);
    return number !== undefined && works.find(id) !== undefined ? { [id]: historyOf(id, number) } : {};
  }

  function queued(request: ReceivedRequest): ServerReply {
    const body = jsonOf(request);
    const nodes = Object.values(objectOf(body?.['prompt']) ?? {}).map(objectOf);
    const isValid = nodes.every((node) => typeof node?.['class_type'] === 'string' && objectOf(node['inputs']));
    const id = body?.['prompt_id'];
    if (nodes.length === 0 || !isValid || typeof id !== 'string' || JSON.stringify(body).includes('{{'))
      return works.refuse('prompt', { status: 400, body: invalid });
    const number = (submitted += 1);
    if (works.find(id) === undefined) works.accept(id, request);
    copies.push({ number, id, isRunning: false });
    return { body: { prompt_id: id, number, node_errors: {} } };
  }

  /** Returns the queue. Each request is a poll of the prompt that runs. */
  function queue(): ServerReply {
    const [first] = copies;
    const work = first && works.find(first.id);
    if (first !== undefined && !first.isRunning) {
      first.isRunning = true;
      if (started.has(first.id)) works.bills += 1;
      started.add(first.id);
    }
    if (first !== undefined && (work === undefined || works.isDone(work, settings))) {
      done.set(first.id, first.number);
      copies.shift();
    }
    const listed = (isRunning: boolean): unknown[] =>
      copies.filter((copy) => copy.isRunning === isRunning).map(({ number, id }) => [number, id, {}, {}, ['9']]);
    return { body: { queue_running: listed(true), queue_pending: listed(false) } };
  }

  /** Deletes a prompt that waits for each id in the body. */
  function deleted(request: ReceivedRequest): ServerReply {
    const ids = jsonOf(request)?.['delete'];
    for (const id of Array.isArray(ids) ? ids : []) {
      const at = copies.findIndex((copy) => copy.id === id && !copy.isRunning);
      if (at >= 0) copies.splice(at, 1);
    }
    return {};
  }

  function historyOf(id: string, number: number): object {
    if (settings.ending !== 'done') {
      const text = settings.ending === 'moderated' ? 'NSFW content detected' : 'CUDA out of memory';
      const messages = [['execution_error', { prompt_id: id, node_id: '3', exception_message: text }]];
      return { prompt: [number, id], outputs: {}, status: { status_str: 'error', completed: false, messages } };
    }
    const temporary = { images: [{ filename: `preview-${filename}`, subfolder: '', type: 'temp' }] };
    const outputs = { '7': temporary, '9': { images: [{ filename, subfolder: 'ads', type: 'output' }] } };
    return { prompt: [number, id], outputs, status: { status_str: 'success', completed: true, messages: [] } };
  }

  function uploaded(request: ReceivedRequest): ServerReply {
    const name = formOf(request)?.get('image')?.fileName;
    if (name === undefined) return works.refuse('upload', { status: 400 });
    return { body: { name, subfolder: '', type: 'input' } };
  }

  function viewed(query: URLSearchParams): ServerReply {
    if (query.get('filename') !== filename || query.get('subfolder') !== 'ads' || query.get('type') !== 'output')
      return works.refuse('view', { status: 404 });
    return fileReply(settings, 'application/octet-stream');
  }
}

const invalid = {
  error: { type: 'invalid_prompt', message: 'Cannot execute', details: '', extra_info: {} },
  node_errors: {},
};
