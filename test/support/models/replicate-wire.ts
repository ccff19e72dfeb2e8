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
 * Starts a server with the predictions and files of Replicate: https://replicate.com/docs/reference/http. `output` is
 * the form of results: a URL or a list of them.
 */
export async function startReplicateWire(
  output: 'text' | 'list',
  result: Buffer,
  changes: Partial<WireSettings> = {},
): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, changes);
  const wire = await startWorkWire(settings, works, {
    keyHeader: (key) => ['authorization', `Bearer ${key}`],
    unauthorized: { status: 401, body: { title: 'Unauthenticated', status: 401 } },
    notFound: unknown,
    open: [['GET', /^\/delivery\/result/, () => fileReply(settings, 'application/octet-stream')]],
    routes: [
      ['POST', /^\/v1\/files$/, uploaded],
      ['POST', /^\/v1\/predictions$/, (request) => created(request, typeof jsonOf(request)?.['version'] === 'string')],
      ['POST', /^\/v1\/(?:models|deployments)\/[^/]+\/[^/]+\/predictions$/, (request) => created(request, true)],
      ['GET', /^\/v1\/predictions\/([^/]+)$/, (_, [id = '']) => polled(id)],
    ],
  });
  return wire;

  function polled(id: string): ServerReply {
    const work = works.find(id);
    if (work === undefined) return unknown;
    return { body: predictionOf(id, works.isDone(work, settings) ? settings.ending : 'processing') };
  }

  function created(request: ReceivedRequest, isNamed: boolean): ServerReply {
    // With this header, the server would answer when the work is done.
    const isWaiting = request.headers['prefer'] !== undefined;
    if (!isNamed || isWaiting || objectOf(jsonOf(request)?.['input']) === undefined)
      return works.refuse('input', { status: 422, body: { title: 'Input validation failed', status: 422 } });
    if (settings.isRefusing) return { status: 422, body: { detail: 'flagged as sensitive (E005)', status: 422 } };
    const id = works.nextId();
    works.accept(id, request);
    return { status: 201, body: predictionOf(id, 'starting') };
  }

  function uploaded(request: ReceivedRequest): ServerReply {
    if (formOf(request)?.get('content')?.fileName === undefined)
      return works.refuse('files', { status: 400, body: {} });
    return { status: 201, body: { id: 'file-1', urls: { get: `${wire.url}/v1/files/file-1` } } };
  }

  function predictionOf(id: string, state: WireSettings['ending'] | 'starting' | 'processing'): object {
    const url = settings.resultUrl ?? `${wire.url}/delivery/result`;
    const failed = {
      status: 'failed',
      error: state === 'moderated' ? sensitive : 'CUDA out of memory',
    };
    const ended = {
      ...{ starting: {}, processing: {}, moderated: failed, failed },
      done: { status: 'succeeded', output: output === 'text' ? url : [url], data_removed: false },
    };
    return {
      ...{ id, model: 'owner/name', version: 'hidden', input: {}, logs: '', output: null, error: null },
      ...{ status: state, created_at: '2026-11-01T12:00:00.000Z', urls: { get: `${wire.url}/v1/predictions/${id}` } },
      ...ended[state],
    };
  }
}

const unknown: ServerReply = { status: 404, body: { detail: 'The requested resource could not be found.' } };
const sensitive = 'The input or output was flagged as sensitive. Please try again with different inputs. (E005)';
