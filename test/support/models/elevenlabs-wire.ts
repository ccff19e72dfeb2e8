import type { ReceivedRequest, ServerReply } from './model-server.ts';
import { resultFiles } from './result-files.ts';
import { isRecord, jsonOf, required, requireFields, startWire, type WireServer } from './wire-server.ts';

/** Starts a server with `/v1/text-to-speech` of ElevenLabs (elevenlabs.io/docs/api-reference/text-to-speech). */
export function startElevenLabsWire(): Promise<WireServer> {
  return startWire(work, {
    keyHeader: 'xi-api-key',
    refusal: (msg) => ({ status: 422, body: { detail: [{ loc: ['body'], msg, type: 'value_error' }] } }),
  });
}

const settings = ['stability', 'similarity_boost', 'style', 'use_speaker_boost', 'speed'];

function work(request: ReceivedRequest): ServerReply {
  const { pathname, searchParams } = new URL(request.path, 'http://server');
  required(/^\/v1\/text-to-speech\/[A-Za-z0-9]+$/.test(pathname), 'the path');
  const format = searchParams.get('output_format') ?? 'mp3_44100_128';
  const body = jsonOf(request);
  requireFields(body, ['text', 'model_id'], ['language_code', 'voice_settings']);
  const { voice_settings: given = {}, language_code: language = 'en' } = body;
  required(typeof language === 'string' && /^[a-z]{2}$/.test(language), 'language_code');
  required(isRecord(given) && Object.keys(given).every((name) => settings.includes(name)), 'voice_settings');
  const speed = Number(given['speed'] ?? 1);
  required(speed >= 0.7 && speed <= 1.2, 'speed must be 0.7 to 1.2');
  const isPcm = format.startsWith('pcm_');
  return { headers: { 'content-type': isPcm ? 'audio/pcm' : 'audio/mpeg' }, body: resultFiles[isPcm ? 'pcm' : 'mp3'] };
}
