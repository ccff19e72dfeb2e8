import { gunzipSync, gzipSync } from 'node:zlib';
import { stageInputBytesMax, type StageInput } from './contract.ts';

/** Prefix of a compressed input. 60 presigned URLs with session tokens take 100 KiB, and 5 KiB compressed. */
const gzipMark = 'gzip:';
/** Protects the memory of the reader. */
const unpackedBytesMax = 4 * 1024 * 1024;

/**
 * Returns the text of `ADWRIGHT_STAGE_INPUT`: JSON, or `gzip:` and the compressed JSON in base64 if the JSON is over 16
 * KiB. Throws if that is over 16 KiB too.
 */
export function encodeStageInput(input: StageInput): string {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) <= stageInputBytesMax) return json;
  const packed = gzipMark + gzipSync(json).toString('base64');
  if (packed.length <= stageInputBytesMax) return packed;
  throw new Error(`The compressed stage input has ${packed.length} bytes; the limit is ${stageInputBytesMax}.`);
}

/** Returns the value of the text without validation. Throws if the text is neither JSON nor compressed JSON. */
export function decodeStageInput(text: string): unknown {
  if (!text.startsWith(gzipMark)) return JSON.parse(text);
  const packed = Buffer.from(text.slice(gzipMark.length), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: unpackedBytesMax }).toString('utf8'));
}
