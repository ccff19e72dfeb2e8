import { afterEach, describe, expect, test } from '@jest/globals';
import type { ModelEntry } from '../../src/models/model-entry.ts';
import type { ImageTask, ModelAnswer } from '../../src/models/model-task.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { formParts } from '../support/models/form-parts.ts';
import { canaryKey, entryAt, rigDeps } from '../support/models/model-rig.ts';
import { startModelServer, type ModelServer } from '../support/models/model-server.ts';
import { startOpenAiWire } from '../support/models/openai-wire.ts';
import { resultFiles } from '../support/models/result-files.ts';
import { editTask, imageTask, speechTask, writingTask } from '../support/models/tasks.ts';
import { isRecord, type Json, type WireServer } from '../support/models/wire-server.ts';
import { answerOf, failureOf } from './model-provider.ts';

type Options = ModelEntry['options'];
type WireOptions = Parameters<typeof startOpenAiWire>[0];

describe('a server with the endpoints of OpenAI', () => {
  let open: ModelServer[] = [];
  afterEach(async () => {
    await Promise.all(open.map((server) => server.close()));
    open = [];
  });

  const started = async (wire: WireOptions = {}): Promise<WireServer> => {
    const server = await startOpenAiWire(wire);
    open.push(server);
    return server;
  };
  /** Starts the server of the results of another origin. */
  const other = async (handle: Parameters<typeof startModelServer>[0]): Promise<ModelServer> => {
    const server = await startModelServer(handle);
    open.push(server);
    return server;
  };
  const entryOf = (server: WireServer, options: Options = {}): ModelEntry =>
    entryAt(server, { provider: 'openai-compatible', model: 'qwen-image', baseUrl: `${server.url}/v1`, options });

  interface Drawn {
    server: WireServer;
    options?: Options;
    task?: ImageTask;
    deps?: Parameters<typeof rigDeps>[1];
  }
  const drawn = async ({ server, options, task = imageTask, deps }: Drawn): Promise<ModelAnswer> => {
    const entry = entryOf(server, options);
    return answerOf(await openProvider(entry, 'image', rigDeps(entry, deps)), task);
  };

  const sent = ({ requests: [request] }: WireServer): Json => {
    const body: unknown = JSON.parse(request?.body.toString() ?? '');
    return isRecord(body) ? body : {};
  };

  test('a picture is asked for as base64, in multiples of 16 pixels, with the options of the entry', async () => {
    const server = await started();
    const options = { steps: 20, guidance: 4.5, negativePrompt: 'text', quality: 'high', extraBody: { step: 20 } };
    await drawn({ server, options });
    expect(sent(server)).toEqual({
      ...{ model: 'qwen-image', prompt: 'A blanket on a bed, morning light', n: 1, size: '1088x1360' },
      ...{ response_format: 'b64_json', seed: 7, quality: 'high', num_inference_steps: 20, guidance_scale: 4.5 },
      ...{ negative_prompt: 'text', step: 20 },
    });
  });

  test('of given sizes, the nearest one by aspect ratio is asked for', async () => {
    const server = await started();
    await drawn({ server, options: { sizes: ['1024x1024', '1536x1024', '1024x1536'], seed: false } });
    expect(sent(server)).toEqual({
      ...{ model: 'qwen-image', prompt: 'A blanket on a bed, morning light', n: 1 },
      ...{ size: '1024x1536', response_format: 'b64_json' },
    });
  });

  test('an edit sends all its pictures, each with its media type', async () => {
    const server = await started();
    const references = [...editTask.references, { bytes: resultFiles.jpeg, mediaType: 'image/jpeg' }];
    await drawn({ server, task: { ...editTask, references } });
    const [request] = server.requests;
    if (request === undefined) throw new Error('There was no request.');
    const files = formParts(request).filter(({ name }) => name === 'image[]');
    expect(files.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/jpeg']);
    expect(files.map(({ bytes }) => bytes)).toEqual([resultFiles.png, resultFiles.jpeg]);
  });

  test.each<[string, Buffer, string]>([
    ['JPEG', resultFiles.jpeg, 'image/jpeg'],
    ['WebP', resultFiles.webp, 'image/webp'],
  ])('a picture as %s has its own media type', async (_, bytes, mediaType) => {
    const server = await started({ picture: { b64_json: bytes.toString('base64') } });
    expect(await drawn({ server })).toEqual({ bytes, mediaType });
  });

  test.each<[string, (url: string) => Json]>([
    ['a relative URL', () => ({ b64_json: null, url: '/v1/images/a/content' })],
    ['a URL of the same server', (url) => ({ url: `${url}/v1/images/a/content` })],
    [
      'a data URI in place of base64',
      () => ({ b64_json: `data:image/png;base64,${resultFiles.png.toString('base64')}` }),
    ],
    ['a data URI in place of a URL', () => ({ url: `data:image/png;base64,${resultFiles.png.toString('base64')}` })],
  ])('a picture at %s is used', async (_, pictureAt) => {
    const picture: Record<string, unknown> = {};
    const server = await started({ picture });
    Object.assign(picture, pictureAt(server.url));
    expect(await drawn({ server })).toEqual({ bytes: resultFiles.png, mediaType: 'image/png' });
    expect(server.bills()).toBe(1);
  });

  test('a picture on another server is downloaded without the key', async () => {
    const files = await other(() => ({ headers: { 'content-type': 'image/png' }, body: resultFiles.png }));
    const server = await started({ picture: { url: `${files.url}/a.png?sig=b` } });
    const { bytes } = await drawn({ server, deps: { resultsAt: files.addresses } });
    expect(bytes).toEqual(resultFiles.png);
    expect(JSON.stringify(files.requests)).not.toContain(canaryKey);
  });

  test('a picture is not followed to a private address', async () => {
    const files = await other(() => ({ body: resultFiles.png }));
    const server = await started({ picture: { url: '/v1/images/a/content' } });
    server.faults.push(undefined, { status: 302, headers: { location: `${files.url}/a.png` } });
    expect(await failureOf(drawn({ server }))).toMatchObject({ kind: 'not_allowed', mayBeBilled: true });
    expect(files.requests).toHaveLength(0);
  });

  test('a download that is cut off is repeated once, and the call is not', async () => {
    const server = await started({ picture: { url: '/v1/images/a/content' } });
    server.faults.push(undefined, 'cut-after');
    expect((await drawn({ server })).bytes).toEqual(resultFiles.png);
    server.faults.push(undefined, 'cut-after', 'cut-before');
    expect((await failureOf(drawn({ server }))).kind).toBe('empty');
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'POST', 'GET', 'GET']);
  });

  test.each<[string, string]>([
    ['in a fence', 'Sure!\n```json\n{"headline":"Warm all winter"}\n```'],
    ['after thoughts', '<think>{"headline": 1}</think>\n{"headline":"Warm all winter"}'],
    ['between words', 'Here: {"headline":"Warm all winter"} Good luck!'],
  ])('JSON %s is found', async (_, text) => {
    const server = await started({ text });
    const entry = entryOf(server);
    const { bytes } = await answerOf(await openProvider(entry, 'copywriter', rigDeps(entry)), writingTask);
    expect(bytes.toString()).toBe('{"headline":"Warm all winter"}');
  });

  test.each<[string, Options, string]>([
    ['with a schema', {}, 'json_schema'],
    ['without support for schemas', { supportsStructuredOutputs: false }, 'json_object'],
  ])('text is asked for %s', async (_, options, type) => {
    const server = await started();
    const entry = entryOf(server, { ...options, extraBody: { chat_template_kwargs: { enable_thinking: false } } });
    await answerOf(await openProvider(entry, 'copywriter', rigDeps(entry)), writingTask);
    expect(sent(server)['response_format']).toMatchObject({ type });
    expect(sent(server)['chat_template_kwargs']).toEqual({ enable_thinking: false });
    expect(JSON.stringify(sent(server))).toContain('additionalProperties');
  });

  test('speech is asked for with the voice and the name of its language', async () => {
    const server = await started();
    const entry = entryOf(server, { voices: { de: 'lena' }, language: 'name', instructions: 'Calm.' });
    await answerOf(await openProvider(entry, 'speech', rigDeps(entry)), speechTask);
    expect(sent(server)).toEqual({
      ...{ model: 'qwen-image', input: 'Save 30% today.', voice: 'lena', response_format: 'wav' },
      ...{ speed: 1.1, instructions: 'Calm.', language: 'German' },
    });
  });

  test('the key is read for each call, and a server without a key gets none', async () => {
    const server = await started();
    const entry = entryOf(server);
    const keys = [canaryKey, 'second', null];
    const provider = await openProvider(entry, 'image', {
      ...rigDeps(entry),
      key: () => Promise.resolve(keys.shift() ?? null),
    });
    await answerOf(provider, imageTask);
    await answerOf(provider, imageTask);
    await failureOf(answerOf(provider, imageTask)); // The server of the test requires a key.
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      ...[`Bearer ${canaryKey}`, 'Bearer second', undefined],
    ]);
  });
});
