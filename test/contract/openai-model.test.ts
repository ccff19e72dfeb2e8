import type { ModelEntry } from '../../src/models/model-entry.ts';
import type { ModelPort, TaskOf } from '../../src/models/model-task.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { entryAt, rigDeps } from '../support/models/model-rig.ts';
import { startOpenAiWire } from '../support/models/openai-wire.ts';
import { editTask, imageTask, speechTask, writingTask } from '../support/models/tasks.ts';
import { modelProviderContract, type FailingReply, type ProviderRig } from './model-provider.ts';

type Given = Pick<ModelEntry, 'provider' | 'model'> & Partial<ModelEntry>;

const open =
  <Port extends ModelPort>(port: Port, given: Given) =>
  async (): Promise<ProviderRig<Port>> => {
    const isDeduplicating = given.options?.['idempotency'] === true;
    const server = await startOpenAiWire({ isDeduplicating, isStrict: given.provider === 'openai' });
    const entry = entryAt(server, { ...given, baseUrl: `${server.url}/v1` });
    return { provider: await openProvider(entry, port, rigDeps(entry)), server, bills: server.bills };
  };

const error = (code: string, message: string, status = 400) => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
});
const unpaid: FailingReply = [
  '429 for a used balance',
  error('insufficient_quota', 'You exceeded it.', 429),
  'not_paid',
];
const completion = (message: object, reason = 'stop') => ({
  body: {
    id: 'a',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: reason }],
  },
});
const chatReplies: FailingReply[] = [
  unpaid,
  ['a refusal', completion({ role: 'assistant', content: null, refusal: "I can't help with that." }), 'moderated'],
  ['a content filter', completion({ role: 'assistant', content: '' }, 'content_filter'), 'moderated'],
  ['no text', completion({ role: 'assistant', content: '' }), 'empty'],
  ['text that is no JSON', completion({ role: 'assistant', content: 'Here you go!' }), 'unreadable'],
  ['text that is cut short', completion({ role: 'assistant', content: '{"headline": "Wa' }, 'length'), 'unreadable'],
  ['JSON of another schema', completion({ role: 'assistant', content: '{"title": 1}' }), 'unreadable'],
  ['an error with status 200', { body: { error: { message: 'Overloaded', code: 502 } } }, 'interrupted'],
  ['a limit with status 200', { body: { error: { message: 'free-models-per-day', code: 429 } } }, 'rate_limited'],
];
const response = (output: readonly object[], rest: object = {}) => ({
  body: {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    model: 'm',
    output,
    ...rest,
  },
});
const message = (part: object) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [part],
});
const said = (text: string) => message({ type: 'output_text', text, annotations: [] });
const usage = { usage: { input_tokens: 1, output_tokens: 1 } };
const filtered = { ...usage, status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
const responsesReplies: FailingReply[] = [
  unpaid,
  ['a refusal', response([message({ type: 'refusal', refusal: "I can't help." })], usage), 'moderated'],
  ['a content filter', response([said('')], filtered), 'moderated'],
  ['no text', response([], usage), 'empty'],
  ['text that is no JSON', response([said('Here you go!')], usage), 'unreadable'],
  ['JSON of another schema', response([said('{"title":1}')], usage), 'unreadable'],
  ['a failed response', response([], { error: { code: 'server_error', message: 'Sorry' } }), 'unavailable'],
];
const picture = (data: readonly object[]) => ({ body: { created: 1, data } });
const html = Buffer.from('<!DOCTYPE html><html></html>').toString('base64');
const imageReplies: FailingReply[] = [
  unpaid,
  ['refused content', error('moderation_blocked', 'Your request was rejected by the safety system.'), 'moderated'],
  ['a policy', error('content_policy_violation', 'Your request was rejected.'), 'moderated'],
  ['no picture', picture([]), 'empty'],
  ['an empty picture', picture([{ b64_json: '' }]), 'empty'],
  ['a page as the picture', picture([{ b64_json: html }]), 'unreadable'],
  ['text as the picture', picture([{ b64_json: '*not base64*' }]), ['unreadable', 'empty']],
  ['a picture on a private address', picture([{ url: 'http://169.254.169.254/a.png' }]), 'not_allowed'],
];
const speechReplies: FailingReply[] = [
  unpaid,
  ['JSON as the sound', { body: { audio: 'AAAA' } }, 'unreadable'],
  ['no sound', { headers: { 'content-type': 'audio/wav' }, body: '' }, 'empty'],
];

function contract<Port extends ModelPort>(
  name: string,
  given: Given,
  { task, port, replies, mediaType }: { task: TaskOf<Port>; port: Port; replies: FailingReply[]; mediaType: string },
): void {
  modelProviderContract<Port>({ name, task, mediaType, replies, open: open(port, given) });
}

const compatible = { provider: 'openai-compatible', model: 'qwen' } as const;
const writing = { task: writingTask, port: 'copywriter', mediaType: 'application/json' } as const;
const drawing = { task: imageTask, port: 'image', mediaType: 'image/png', replies: imageReplies } as const;
const speaking = { task: speechTask, port: 'speech', mediaType: 'audio/wav', replies: speechReplies } as const;

contract('text of a compatible server', compatible, { ...writing, replies: chatReplies });
contract('pictures of a compatible server', compatible, { ...drawing, replies: imageReplies });
contract('edits of a compatible server', compatible, { ...drawing, task: editTask, replies: imageReplies });
contract('speech of a compatible server', compatible, { ...speaking, replies: speechReplies });
const deduplicating = { ...compatible, options: { idempotency: true } };
contract('pictures of a server with idempotency keys', deduplicating, { ...drawing, replies: imageReplies });
contract('text of OpenAI', { provider: 'openai', model: 'gpt-5.4-mini' }, { ...writing, replies: responsesReplies });
contract('pictures of OpenAI', { provider: 'openai', model: 'gpt-image-2' }, { ...drawing, replies: imageReplies });
const edits = { ...drawing, task: editTask, replies: imageReplies };
contract('edits of OpenAI', { provider: 'openai', model: 'gpt-image-2' }, edits);
contract('speech of OpenAI', { provider: 'openai', model: 'gpt-4o-mini-tts' }, { ...speaking, replies: speechReplies });
