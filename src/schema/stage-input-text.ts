import { gunzipSync, gzipSync } from 'node:zlib';
import { stageInputBytesMax, type StageInput } from './stage-contract.ts';

/**
 * Prefix of a compressed input. An input with 60 presigned URLs with session tokens takes 100 KiB, and 5 KiB when
 * compressed.
 */
const gzipMark = 'gzip:';
/** Maximum size of an unpacked input in bytes. Protects the memory of the reader. */
const unpackedBytesMax = 4 * 1024 * 1024;

/**
 * Returns the text for `ADWRIGHT_STAGE_INPUT`: JSON, or `gzip:` and the compressed JSON in base64 if the JSON is over
 * 16 KiB. Throws if the compressed text is over 16 KiB too.
 */
export function encodeStageInput(input: StageInput): string {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) <= stageInputBytesMax) return json;
  const packed = gzipMark + gzipSync(json).toString('base64');
  if (packed.length <= stageInputBytesMax) return packed;
  throw new Error(`The compressed stage input has ${packed.length} bytes; the limit is ${stageInputBytesMax}.`);
}

/**
 * Returns the value that an encoded input contains, without validating it. Throws if the text is neither JSON nor
 * compressed JSON.
 */
export function decodeStageInput(text: string): unknown {
  if (!text.startsWith(gzipMark)) return JSON.parse(text);
  const packed = Buffer.from(text.slice(gzipMark.length), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: unpackedBytesMax }).toString('utf8'));
}
