import { formParts } from './form-parts.ts';
import type { ReceivedRequest, ServerReply } from './model-server.ts';
import { resultFiles } from './result-files.ts';
import {
  isRecord,
  jsonOf,
  Malformed,
  required,
  requireFields,
  startWire,
  type Json,
  type WireServer,
} from './wire-server.ts';

interface OpenAiWireOptions {
  isDeduplicating?: boolean;
  /** Refuses fields that only other servers know, as api.openai.com does. */
  isStrict?: boolean;
  /** Text that the models write. */
  text?: string;
  /** First entry of `data` of a picture. Default: base64. */
  picture?: Json;
}

/** Starts a server with the endpoints of OpenAI (github.com/openai/openai-openapi), under `/v1`. */
export function startOpenAiWire(options: OpenAiWireOptions = {}): Promise<WireServer> {
  return startWire((request) => work(request, options), {
    ...(options.isDeduplicating !== undefined && { isDeduplicating: options.isDeduplicating }),
    keyHeader: 'authorization',
    refusal: (message) => ({
      status: 400,
      body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
    }),
  });
}

function work(request: ReceivedRequest, options: OpenAiWireOptions): ServerReply {
  required(String(request.headers['authorization']).startsWith('Bearer '), 'the key must be a bearer token');
  const { path } = request;
  if (path === '/v1/chat/completions') return chat(jsonOf(request), options);
  if (path === '/v1/responses') return responses(jsonOf(request), options);
  if (path === '/v1/images/generations') return generation(jsonOf(request), options);
  if (path === '/v1/images/edits') return edit(request, options);
  if (path === '/v1/audio/speech') return speech(jsonOf(request), options);
  if (request.method === 'GET' && path.startsWith('/v1/images/'))
    return { headers: { 'content-type': 'image/png' }, body: resultFiles.png };
  return { status: 404, body: { error: { message: `Unknown request URL: ${path}`, type: 'invalid_request_error' } } };
}

const written = '{"headline":"Warm all winter"}';

function chat(body: Json, { text = written, isStrict = false }: OpenAiWireOptions): ServerReply {
  const optional = [
    'response_format',
    'max_tokens',
    'max_completion_tokens',
    'reasoning_effort',
    'temperature',
    'seed',
  ];
  requireFields(body, ['model', 'messages'], isStrict ? optional : [...optional, 'chat_template_kwargs']);
  const { messages, response_format: format } = body;
  required(Array.isArray(messages) && messages.length > 0, 'messages must be a list');
  required(isRecord(format), 'response_format must be an object');
  if (format['type'] === 'json_schema') checkSchema(format['json_schema']);
  else {
    required(format['type'] === 'json_object', 'response_format.type');
    required(/json/i.test(JSON.stringify(messages)), "messages must contain the word 'json'");
  }
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    body: {
      ...{ id: 'chatcmpl-9x', object: 'chat.completion', created: 1_790_000_000, model: body['model'] },
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 90, completion_tokens: 12, total_tokens: 102 },
    },
  };
}

function responses(body: Json, { text = written }: OpenAiWireOptions): ServerReply {
  requireFields(body, ['model', 'input'], ['text', 'store', 'reasoning', 'include', 'max_output_tokens']);
  required(body['store'] === false, 'store must be false');
  const { text: output } = body;
  required(isRecord(output) && isRecord(output['format']), 'text.format must be an object');
  required(output['format']['type'] === 'json_schema', 'text.format.type');
  checkSchema(output['format']);
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return {
    body: {
      ...{ id: 'resp_68', object: 'response', created_at: 1_790_000_000, status: 'completed', error: null },
      ...{ incomplete_details: null, instructions: null, model: body['model'], parallel_tool_calls: true },
      output: [{ id: 'msg_68', type: 'message', status: 'completed', role: 'assistant', content: [part] }],
      usage: {
        ...{ input_tokens: 90, input_tokens_details: { cached_tokens: 0 }, output_tokens: 12, total_tokens: 102 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    },
  };
}

function checkSchema(format: unknown): void {
  required(isRecord(format) && isRecord(format['schema']), 'the schema must be an object');
  required(/^[\w-]{1,64}$/.test(String(format['name'])), 'the name of the schema');
  required(format['strict'] !== true || format['schema']['additionalProperties'] === false, 'additionalProperties');
}

const imageFields = ['model', 'prompt', 'n', 'size'];
const extensions = ['seed', 'num_inference_steps', 'guidance_scale', 'negative_prompt', 'step'];

function generation(body: Json, options: OpenAiWireOptions): ServerReply {
  const known = ['quality', 'background', 'moderation', 'output_format', 'output_compression', 'style', 'user'];
  const isGptImage = String(body['model']).startsWith('gpt-image-');
  const optional = [...known, ...(isGptImage ? [] : ['response_format']), ...(options.isStrict ? [] : extensions)];
  requireFields(body, imageFields, optional);
  return pictured(body, options);
}

function edit(request: ReceivedRequest, options: OpenAiWireOptions): ServerReply {
  const parts = formParts(request);
  const files = parts.filter(({ name }) => name === 'image' || name === 'image[]');
  required(files.length > 0 && files.every(({ fileName }) => fileName !== undefined), 'image must be a file');
  required(files.length === 1 || files.every(({ name }) => name === 'image[]'), 'several pictures must be image[]');
  required(
    files.every(({ mediaType }) => /^image\/(png|jpeg|webp)$/.test(mediaType)),
    'the media type of the picture',
  );
  const fields = Object.fromEntries(
    parts.filter(({ fileName }) => fileName === undefined).map(({ name, bytes }) => [name, bytes.toString()]),
  );
  const optional = ['quality', 'moderation', 'response_format', 'background', ...(options.isStrict ? [] : extensions)];
  requireFields(fields, imageFields, optional);
  return pictured({ ...fields, n: Number(fields['n']) }, options);
}

function pictured({ n, size, prompt }: Json, { picture }: OpenAiWireOptions): ServerReply {
  required(n === 1, 'n must be 1');
  required(/^\d+x\d+$/.test(String(size)), 'the form of size');
  required(
    String(size)
      .split('x')
      .every((side) => Number(side) % 16 === 0),
    'size must be a multiple of 16',
  );
  required(typeof prompt === 'string' && prompt.length > 0 && prompt.length <= 32_000, 'the length of the prompt');
  return { body: { created: 1_790_000_000, data: [picture ?? { b64_json: resultFiles.png.toString('base64') }] } };
}

function speech(body: Json, { isStrict = false }: OpenAiWireOptions): ServerReply {
  requireFields(
    body,
    ['model', 'input', 'voice'],
    ['response_format', 'speed', 'instructions', ...(isStrict ? [] : ['language'])],
  );
  const { input, speed = 1, response_format: format = 'mp3' } = body;
  required(typeof input === 'string' && input.length > 0 && input.length <= 4_096, 'the length of the input');
  required(Number(speed) >= 0.25 && Number(speed) <= 4, 'speed must be 0.25 to 4');
  if (format === 'wav') return { headers: { 'content-type': 'audio/wav' }, body: resultFiles.wav };
  if (format === 'mp3') return { headers: { 'content-type': 'audio/mpeg' }, body: resultFiles.mp3 };
  throw new Malformed('response_format');
}
