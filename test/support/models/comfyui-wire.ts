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
 * that is sent twice runs twice, even with the same id.
 */
export async function startComfyuiWire(
  filename: string,
  result: Buffer,
  changes: Partial<WireSettings> = {},
): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, { key: null, ...changes });
  const done = new Set<string>();
  return startWorkWire(settings, works, {
    keyHeader: (key) => ['authorization', `Bearer ${key}`],
    unauthorized: { status: 401, body: 'Unauthorized' },
    notFound: { status: 404, body: '404: Not Found' },
    routes: [
      ['POST', /^\/upload\/image$/, uploaded],
      ['POST', /^\/prompt$/, queued],
      ['GET', /^\/queue$/, queue],
      ['GET', /^\/history\/([^/]+)$/, (_, [id = '']) => ({ body: historiesOf(id) })],
      ['GET', /^\/view(\?.*)$/, ({ path }) => viewed(new URL(path, 'http://comfyui').searchParams)],
    ],
  });

  function historiesOf(id: string): object {
    return done.has(id) && works.find(id) !== undefined ? { [id]: historyOf(id) } : {};
  }

  function queued(request: ReceivedRequest): ServerReply {
    const body = jsonOf(request);
    const nodes = Object.values(objectOf(body?.['prompt']) ?? {}).map(objectOf);
    const isValid = nodes.every((node) => typeof node?.['class_type'] === 'string' && objectOf(node['inputs']));
    const id = body?.['prompt_id'];
    if (nodes.length === 0 || !isValid || typeof id !== 'string' || JSON.stringify(body).includes('{{'))
      return works.refuse('prompt', { status: 400, body: invalid });
    works.accept(id, request);
    return { body: { prompt_id: id, number: works.bills, node_errors: {} } };
  }

  /** Returns the queue. Each request is a poll of all works that wait in it. */
  function queue(): ServerReply {
    const waiting = works.ids.filter((id) => {
      const work = works.find(id);
      if (work !== undefined && !done.has(id) && works.isDone(work, settings)) done.add(id);
      return !done.has(id);
    });
    return { body: { queue_running: [], queue_pending: waiting.map((id, at) => [at, id, {}, {}, ['9']]) } };
  }

  function historyOf(id: string): object {
    if (settings.ending !== 'done') {
      const text = settings.ending === 'moderated' ? 'NSFW content detected' : 'CUDA out of memory';
      const messages = [['execution_error', { prompt_id: id, node_id: '3', exception_message: text }]];
      return { prompt: [], outputs: {}, status: { status_str: 'error', completed: false, messages } };
    }
    const temporary = { images: [{ filename: `preview-${filename}`, subfolder: '', type: 'temp' }] };
    const outputs = { '7': temporary, '9': { images: [{ filename, subfolder: 'ads', type: 'output' }] } };
    return { prompt: [], outputs, status: { status_str: 'success', completed: true, messages: [] } };
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
