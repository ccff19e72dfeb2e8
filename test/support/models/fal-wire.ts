import type { ReceivedRequest, ServerReply } from './model-server.ts';
import {
  fileReply,
  jsonOf,
  startWorkWire,
  wireSettings,
  Works,
  type WorkWire,
  type WireSettings,
} from './work-wire.ts';

/**
 * Starts a server with the queue API of fal: https://fal.ai/docs/documentation/model-apis/inference/queue. The addresses
 * of status and result have only owner and app of the model. Results are of the kind `video` or `images`.
 */
export async function startFalWire(
  kind: 'video' | 'images',
  result: Buffer,
  changes: Partial<WireSettings> = {},
): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, changes);
  const wire = await startWorkWire(settings, works, {
    keyHeader: (key) => ['authorization', `Key ${key}`],
    unauthorized: { status: 401, body: { detail: 'No user found for Key ID and Secret' } },
    notFound: { status: 404, body: { detail: 'Not found' } },
    open: [['GET', /^\/files\/result/, () => fileReply(settings, 'application/octet-stream')]],
    routes: [
      ['POST', /^\/([^/]+\/[^/]+)(?:\/.*)?$/, (request, [app = '']) => submitted(request, app)],
      ['GET', /^\/([^/]+\/[^/]+)\/requests\/([^/]+)\/status$/, (_, [app = '', id = '']) => statusOf(app, id)],
      ['GET', /^\/[^/]+\/[^/]+\/requests\/([^/]+)$/, (_, [id = '']) => resultOf(id)],
    ],
  });
  return wire;

  function statusOf(app: string, id: string): ServerReply {
    const work = works.find(id);
    if (work === undefined) return unknown;
    const urls = urlsOf(app, id);
    if (!works.isDone(work, settings)) return { status: 202, body: { status: 'IN_PROGRESS', logs: null, ...urls } };
    return { body: { status: 'COMPLETED', logs: null, metrics: { inference_time: 2.1 }, ...urls } };
  }

  function submitted(request: ReceivedRequest, app: string): ServerReply {
    if (jsonOf(request) === undefined) return works.refuse('body', { status: 422, body: { detail: 'No JSON' } });
    if (settings.isRefusing) return { status: 422, body: refusal };
    const id = works.nextId();
    works.accept(id, request);
    return { body: { status: 'IN_QUEUE', queue_position: 0, ...urlsOf(app, id) } };
  }

  function resultOf(id: string): ServerReply {
    if (works.find(id) === undefined) return unknown;
    if (settings.ending === 'moderated') return { status: 422, body: refusal };
    if (settings.ending === 'failed')
      return {
        status: 500,
        headers: { 'x-fal-error-type': 'runner_server_error' },
        body: { detail: 'Internal server error', error_type: 'runner_server_error' },
      };
    const url = settings.resultUrl ?? `${wire.url}/files/result`;
    const file = { url, content_type: 'application/octet-stream', file_name: 'result', file_size: 1 };
    return { body: kind === 'video' ? { video: file, seed: 1 } : { images: [file], has_nsfw_concepts: [false] } };
  }

  function urlsOf(app: string, id: string): Record<string, string> {
    const base = `${wire.url}/${app}/requests/${id}`;
    return { request_id: id, response_url: base, status_url: `${base}/status`, cancel_url: `${base}/cancel` };
  }
}

const unknown: ServerReply = { status: 404, body: { detail: 'Request not found' } };
const refusal = {
  detail: [
    {
      loc: ['body', 'prompt'],
      msg: 'The content could not be processed because it contained material flagged by a content checker.',
      type: 'content_policy_violation',
      url: 'https://docs.fal.ai/errors#content_policy_violation',
    },
  ],
};
