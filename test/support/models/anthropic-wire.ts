import type { ReceivedRequest, ServerReply } from './model-server.ts';
import { isRecord, jsonOf, required, requireFields, startWire, type Json, type WireServer } from './wire-server.ts';

const requestId = 'req_011CSHoEeqs5C35K2UUqR7Fy';

interface AnthropicWireOptions {
  text?: string;
}

/** Starts a server with the Messages API of Anthropic (docs.anthropic.com/en/api/messages), under `/v1`. */
export function startAnthropicWire(options: AnthropicWireOptions = {}): Promise<WireServer> {
  return startWire((request) => work(request, options), {
    keyHeader: 'x-api-key',
    refusal: (message) => ({
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: requestId },
    }),
  });
}

const written = { headline: 'Warm all winter' };

function work(request: ReceivedRequest, { text = JSON.stringify(written) }: AnthropicWireOptions): ServerReply {
  required(request.path === '/v1/messages', 'the path');
  required(request.headers['anthropic-version'] === '2023-06-01', 'the header anthropic-version');
  const body = jsonOf(request);
  requireFields(
    body,
    ['model', 'max_tokens', 'messages'],
    ['system', 'output_config', 'tools', 'tool_choice', 'thinking', 'stream'],
  );
  required(Number.isInteger(body['max_tokens']), 'max_tokens');
  required(body['stream'] === undefined || body['stream'] === false, 'stream');
  const { output_config: output, tools } = body;
  if (isRecord(output) && isRecord(output['format'])) {
    required(
      output['format']['type'] === 'json_schema' && isRecord(output['format']['schema']),
      'output_config.format',
    );
    return reply(body, [{ type: 'text', text }], 'end_turn');
  }
  required(Array.isArray(tools) && tools.length === 1, 'a schema or a tool');
  return reply(body, [{ type: 'tool_use', id: 'toolu_01', name: 'json', input: written }], 'tool_use');
}

function reply({ model }: Json, content: readonly Json[], reason: string): ServerReply {
  return {
    body: {
      ...{ id: 'msg_01XFDUDYJgAACzvnptvVoYEL', type: 'message', role: 'assistant', model, content },
      ...{ stop_reason: reason, stop_sequence: null, usage: { input_tokens: 90, output_tokens: 12 } },
    },
  };
}
