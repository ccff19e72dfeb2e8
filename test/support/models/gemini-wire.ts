import type { ReceivedRequest, ServerReply } from './model-server.ts';
import { resultFiles } from './result-files.ts';
import { isRecord, jsonOf, required, requireFields, startWire, type Json, type WireServer } from './wire-server.ts';

interface GeminiWireOptions {
  text?: string;
}

/** Starts a server with `generateContent` of the Gemini API (ai.google.dev/api/generate-content), under `/v1beta`. */
export function startGeminiWire(options: GeminiWireOptions = {}): Promise<WireServer> {
  return startWire((request) => work(request, options), {
    keyHeader: 'x-goog-api-key',
    refusal: (message) => ({ status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } }),
  });
}

function work(request: ReceivedRequest, { text = '{"headline":"Warm all winter"}' }: GeminiWireOptions): ServerReply {
  const [, model] = /^\/v1beta\/models\/([\w.-]+):generateContent$/.exec(request.path) ?? [];
  required(model !== undefined, 'the path');
  const body = jsonOf(request);
  requireFields(body, ['contents', 'generationConfig'], ['systemInstruction', 'safetySettings']);
  const { contents, generationConfig: config } = body;
  required(Array.isArray(contents) && contents.every(isContent), 'contents');
  required(isRecord(config), 'generationConfig');
  const modalities: unknown = config['responseModalities'];
  if (Array.isArray(modalities) && modalities.includes('AUDIO')) return spoken(config);
  if (Array.isArray(modalities) && modalities.includes('IMAGE')) return drawn(config);
  required(config['responseMimeType'] === 'application/json', 'responseMimeType');
  required(isRecord(config['responseJsonSchema']) || isRecord(config['responseSchema']), 'the schema');
  return reply([{ text }]);
}

function isContent(content: unknown): boolean {
  if (!isRecord(content) || !Array.isArray(content['parts'])) return false;
  return content['parts'].every((part: unknown) => {
    if (!isRecord(part)) return false;
    const { inlineData: data } = part;
    return typeof part['text'] === 'string' || (isRecord(data) && typeof data['mimeType'] === 'string');
  });
}

function drawn(config: Json): ServerReply {
  const { imageConfig } = config;
  required(isRecord(imageConfig) && /^\d+:\d+$/.test(String(imageConfig['aspectRatio'])), 'imageConfig.aspectRatio');
  return reply([{ inlineData: { mimeType: 'image/png', data: resultFiles.png.toString('base64') } }]);
}

function spoken(config: Json): ServerReply {
  required(JSON.stringify(config['speechConfig'] ?? {}).includes('"voiceName"'), 'speechConfig.voiceConfig');
  const mimeType = 'audio/L16;codec=pcm;rate=24000';
  return reply([{ inlineData: { mimeType, data: resultFiles.pcm.toString('base64') } }]);
}

function reply(parts: readonly Json[]): ServerReply {
  return {
    body: {
      candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 12, totalTokenCount: 102 },
      ...{ modelVersion: 'gemini-3.1-flash', responseId: 'mAitaLmkHPPlz7IPvtfUqQ4' },
    },
  };
}
