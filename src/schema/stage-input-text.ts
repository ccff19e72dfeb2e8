import { gunzipSync, gzipSync } from 'node:zlib';
import { stageInputBytesMax, type StageInput } from './stage-contract.ts';

/**
 * Prefix of the text in `ADWRIGHT_STAGE_INPUT` if the text is compressed. A stage's input with 60 presigned URLs (with
 * session tokens) takes 100 KiB, and 5 KiB when compressed.
 */
const gzipMark = 'gzip:';
/** Maximum size in bytes of a stage's input after decompression. It protects the memory of the process. */
const unpackedBytesMax = 4 * 1024 * 1024;

/**
 * Returns the text for the environment variable `ADWRIGHT_STAGE_INPUT`: JSON, or if that is over 16 KiB, `gzip:` and
 * the compressed JSON in base64. Throws if the compressed text is over 16 KiB too.
 */
export function encodeStageInput(input: StageInput): string {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) <= stageInputBytesMax) return json;
  const packed = gzipMark + gzipSync(json).toString('base64');
  if (packed.length <= stageInputBytesMax) return packed;
  throw new Error(`The compressed stage input has ${packed.length} bytes; the limit is ${stageInputBytesMax}.`);
}

export function decodeStageInput(text: string): unknown {
  if (!text.startsWith(gzipMark)) return JSON.parse(text);
  const packed = Buffer.from(text.slice(gzipMark.length), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: unpackedBytesMax }).toString('utf8'));
}
