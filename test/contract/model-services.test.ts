import type { ModelEntry } from '../../src/models/model-entry.ts';
import type { ModelPort, TaskOf } from '../../src/models/model-task.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { startAnthropicWire } from '../support/models/anthropic-wire.ts';
import { startElevenLabsWire } from '../support/models/elevenlabs-wire.ts';
import { startGeminiWire } from '../support/models/gemini-wire.ts';
import { entryAt, rigDeps } from '../support/models/model-rig.ts';
import { editTask, imageTask, speechTask, writingTask } from '../support/models/tasks.ts';
import type { WireServer } from '../support/models/wire-server.ts';
import { modelProviderContract, type FailingReply, type ProviderRig } from './model-provider.ts';

interface Service {
  start: () => Promise<WireServer>;
  /** Path of the base URL. */
  path: string;
  entry: Pick<ModelEntry, 'provider' | 'model'> & Partial<ModelEntry>;
}

interface Ported<Port extends ModelPort> {
  port: Port;
  task: TaskOf<Port>;
  mediaType: string;
  replies: readonly FailingReply[];
}

function contract<Port extends ModelPort>(
  name: string,
  { start, path, entry: given }: Service,
  { port, ...rest }: Ported<Port>,
): void {
  const open = async (): Promise<ProviderRig<Port>> => {
    const server = await start();
    const entry = entryAt(server, { ...given, baseUrl: `${server.url}${path}` });
    return { provider: await openProvider(entry, port, rigDeps(entry)), server, bills: server.bills };
  };
  modelProviderContract<Port>({ name, open, ...rest });
}

const json = 'application/json';

const candidate = (text: string, reason = 'STOP') => ({
  body: { candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: reason, index: 0 }] },
});
const blocked: FailingReply[] = [
  ['a blocked prompt', { body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }, 'moderated'],
  ['no candidates', { body: { candidates: [] } }, ['empty', 'unreadable']],
  ['a candidate without content', { body: { candidates: [{ finishReason: 'SAFETY', index: 0 }] } }, 'moderated'],
  [
    '400 for a wrong key',
    { status: 400, body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } } },
    'key_refused',
  ],
];
const inline = (mimeType: string, data: string) => ({
  body: {
    candidates: [{ content: { parts: [{ inlineData: { mimeType, data } }], role: 'model' }, finishReason: 'STOP' }],
  },
});
const gemini = (model: string): Service => ({
  ...{ start: startGeminiWire, path: '/v1beta' },
  entry: { provider: 'gemini', model },
});

contract('text of Gemini', gemini('gemini-3.1-flash'), {
  ...{ port: 'copywriter', task: writingTask, mediaType: json },
  replies: [
    ...blocked,
    ['text that is no JSON', candidate('Here you go!'), 'unreadable'],
    ['text that is cut short', candidate('{"headline":"Wa', 'MAX_TOKENS'), 'unreadable'],
    ['JSON of another schema', candidate('{"title":1}'), 'unreadable'],
  ],
});
const pictures: FailingReply[] = [
  ...blocked,
  [
    'a refused picture',
    { body: { candidates: [{ content: {}, finishReason: 'IMAGE_SAFETY', index: 0 }] } },
    'moderated',
  ],
  ['words in place of a picture', candidate('I cannot draw this.'), 'empty'],
  ['a page as the picture', inline('image/png', Buffer.from('<html></html>').toString('base64')), 'unreadable'],
];
const picture = { port: 'image', mediaType: 'image/png', replies: pictures } as const;
contract('pictures of Gemini', gemini('gemini-3.1-flash-image-preview'), { ...picture, task: imageTask });
contract('edits of Gemini', gemini('gemini-3.1-flash-image-preview'), { ...picture, task: editTask });
contract('speech of Gemini', gemini('gemini-2.5-flash-preview-tts'), {
  ...{ port: 'speech', task: speechTask, mediaType: 'audio/wav' },
  replies: [...blocked, ['no sound', candidate(''), 'empty']],
});

const message = (content: readonly object[], reason = 'end_turn') => ({
  body: {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content },
    ...{ stop_reason: reason, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
  },
});
const anthropicError = (status: number, type: string, text: string) => ({
  ...{ status, body: { type: 'error', error: { type, message: text }, request_id: 'req_1' } },
});
contract(
  'text of Anthropic',
  { start: startAnthropicWire, path: '/v1', entry: { provider: 'anthropic', model: 'claude-sonnet-4-5' } },
  {
    ...{ port: 'copywriter', task: writingTask, mediaType: json },
    replies: [
      ['529', anthropicError(529, 'overloaded_error', 'Overloaded'), 'unavailable'],
      ['a used balance', anthropicError(400, 'invalid_request_error', 'Your credit balance is too low.'), 'not_paid'],
      ['a refusal', message([], 'refusal'), 'moderated'],
      ['no text', message([]), 'empty'],
      ['text that is no JSON', message([{ type: 'text', text: 'Here you go!' }]), 'unreadable'],
      ['text that is cut short', message([{ type: 'text', text: '{"headline":"Wa' }], 'max_tokens'), 'unreadable'],
      ['JSON of another schema', message([{ type: 'text', text: '{"title":1}' }]), 'unreadable'],
    ],
  },
);

const detail = (status: number, code: string) => ({ status, body: { detail: { status: code, message: 'No.' } } });
const elevenLabs = (options: ModelEntry['options']): Service => ({
  ...{ start: startElevenLabsWire, path: '' },
  entry: { provider: 'elevenlabs', model: 'eleven_flash_v2_5', options },
});
const sounds: FailingReply[] = [
  ['401 for a used quota', detail(401, 'quota_exceeded'), 'not_paid'],
  ['400 for a voice', detail(400, 'voice_not_found'), 'refused'],
  ['JSON as the sound', { body: { audio: 'AAAA' } }, 'unreadable'],
];
const sound = { port: 'speech', task: speechTask, replies: sounds } as const;
contract('speech of ElevenLabs', elevenLabs({ voice: 'JBFqnCBsd6RMkjVDRZzb', sendLanguage: true }), {
  ...{ ...sound, mediaType: 'audio/mpeg' },
});
contract('speech of ElevenLabs as samples', elevenLabs({ voice: 'JBFqnCBsd6RMkjVDRZzb', format: 'pcm_24000' }), {
  ...{ ...sound, mediaType: 'audio/wav' },
});
