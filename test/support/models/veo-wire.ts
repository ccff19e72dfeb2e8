import type { ReceivedRequest, ServerReply } from './model-server.ts';
import {
  fileReply,
  jsonOf,
  objectOf,
  startWorkWire,
  wireSettings,
  Works,
  type WorkWire,
  type WireSettings,
} from './work-wire.ts';

/**
 * Starts a server with the long-running predictions of the Gemini API: https://ai.google.dev/gemini-api/docs/video. The
 * film is behind a redirect, and needs the key as a header. A key in an address is a problem.
 */
export async function startVeoWire(result: Buffer, changes: Partial<WireSettings> = {}): Promise<WorkWire> {
  const works = new Works();
  const settings = wireSettings(result, changes);
  const wire = await startWorkWire(settings, works, {
    keyHeader: (key) => ['x-goog-api-key', key],
    unauthorized: { status: 403, body: problem(7, 'PERMISSION_DENIED') },
    notFound: { status: 404, body: problem(5, 'Not found') },
    open: [['GET', /[?&]key=/, () => works.refuse('key in the address', { status: 400, body: problem(3, 'key') })]],
    routes: [
      ['GET', /^\/v1beta\/files\/film:download\?alt=media$/, () => settings.download ?? moved()],
      ['GET', /^\/download\/v1beta\/files\/film$/, () => fileReply(settings, 'video/mp4')],
      ['POST', /^\/v1beta\/models\/([^/:]+):predictLongRunning$/, (request, [model = '']) => submitted(request, model)],
      ['GET', /^\/v1beta\/(models\/[^/]+\/operations\/([^/]+))$/, (_, [name = '', id = '']) => polled(name, id)],
    ],
  });
  return wire;

  function moved(): ServerReply {
    return { status: 302, headers: { location: `${wire.url}/download/v1beta/files/film` } };
  }

  function polled(name: string, id: string): ServerReply {
    const work = works.find(id);
    if (work === undefined) return { status: 404, body: problem(5, 'Operation not found') };
    return { body: works.isDone(work, settings) ? { name, done: true, ...endOf() } : { name } };
  }

  function submitted(request: ReceivedRequest, model: string): ServerReply {
    const fault = faultOf(jsonOf(request));
    if (fault !== undefined) return works.refuse(fault, { status: 400, body: problem(3, fault) });
    if (settings.isRefusing) return { status: 400, body: problem(3, 'The prompt violates the safety policies') };
    const id = works.nextId();
    works.accept(id, request);
    return { body: { name: `models/${model}/operations/${id}` } };
  }

  function endOf(): object {
    if (settings.ending === 'failed') return { error: { code: 13, message: 'Internal error' } };
    const uri = settings.resultUrl ?? `${wire.url}/v1beta/files/film:download?alt=media`;
    const films =
      settings.ending === 'moderated'
        ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['The prompt could not be submitted.'] }
        : { generatedSamples: [{ video: { uri } }] };
    return { response: { generateVideoResponse: films } };
  }
}

/** Returns what is wrong with the body of a request. */
function faultOf(body: Record<string, unknown> | undefined): string | undefined {
  const instances = body?.['instances'];
  const instance = Array.isArray(instances) ? objectOf(instances[0]) : undefined;
  if (typeof instance?.['prompt'] !== 'string') return 'prompt';
  const image = objectOf(instance['image'] ?? { bytesBase64Encoded: '' });
  if (typeof image?.['bytesBase64Encoded'] !== 'string') return 'image';
  const parameters = objectOf(body?.['parameters']);
  return Object.entries(allowed).find(([name, values]) => !values.includes(parameters?.[name]))?.[0];
}

const allowed: Readonly<Record<string, unknown[]>> = {
  aspectRatio: ['16:9', '9:16'],
  durationSeconds: [4, 6, 8],
  resolution: ['720p', '1080p', '4k'],
};

const problem = (code: number, message: string): object => ({ error: { code, message, status: 'INVALID_ARGUMENT' } });
