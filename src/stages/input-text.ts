import { gunzipSync, gzipSync } from 'node:zlib';
import { stageInputBytesMax, type StageInput } from './contract.ts';

/** Presigned URLs with session tokens are long and alike: 60 of them have 100 KiB, and 5 once they are packed. */
const gzipMark = 'gzip:';
/** What is unpacked must not fill the memory of who reads it. */
const unpackedBytesMax = 4 * 1024 * 1024;

/**
 * The text of `ADWRIGHT_STAGE_INPUT`: JSON, or `gzip:` and its gzip in base64 where the JSON is over 16 KiB. Throws when
 * that is too long as well: 16 KiB is the limit of what is sent.
 */
export function encodeStageInput(input: StageInput): string {
  const json = JSON.stringify(input);
  if (Buffer.byteLength(json) <= stageInputBytesMax) return json;
  const packed = gzipMark + gzipSync(json).toString('base64');
  if (packed.length <= stageInputBytesMax) return packed;
  throw new Error(`The stage input has ${packed.length} bytes, packed, of ${stageInputBytesMax}.`);
}

/** The value that the text stands for, unchecked. Throws when it is neither JSON nor packed JSON. */
export function decodeStageInput(text: string): unknown {
  if (!text.startsWith(gzipMark)) return JSON.parse(text);
  const packed = Buffer.from(text.slice(gzipMark.length), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: unpackedBytesMax }).toString('utf8'));
}
