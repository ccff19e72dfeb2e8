import { gunzipSync, gzipSync } from 'node:zlib';
import { seal, unseal, type SealingKey } from './sealed-text.ts';
import { stageInputBytesMax, type StageInput } from './stage-contract.ts';

/**
 * Prefix of the text in `ADWRIGHT_STAGE_INPUT` if the text is compressed. A stage's input with 60 presigned URLs (with
 * session tokens) takes 100 KiB, and 5 KiB when compressed.
 */
const gzipMark = 'gzip:';
/** Maximum size in bytes of a stage's input after decompression. It protects the memory of the process. */
const unpackedBytesMax = 4 * 1024 * 1024;

/** Start of the text in `ADWRIGHT_STAGE_INPUT` if it is sealed. The name of the key follows. */
const sealedMark = 'sealed:';

/**
 * Returns the text for the environment variable `ADWRIGHT_STAGE_INPUT`: JSON, or if that is over 16 KiB, `gzip:` and
 * the compressed JSON in base64. With a key, `sealed:`, the name of the key, a colon, and the compressed JSON encrypted.
 * Throws if the text is over 16 KiB even when compressed.
 */
export function encodeStageInput(input: StageInput, key?: SealingKey): string {
  const json = JSON.stringify(input);
  if (key === undefined && Buffer.byteLength(json) <= stageInputBytesMax) return json;
  const packed = gzipSync(json);
  const text = key === undefined ? gzipMark + packed.toString('base64') : `${sealedMark}${key.id}:${seal(packed, key)}`;
  if (text.length <= stageInputBytesMax) return text;
  throw new Error(`The compressed stage input has ${text.length} bytes; the limit is ${stageInputBytesMax}.`);
}

/** Decodes the text. `valueOf` returns the value of the key with this name. It is called only if the text is sealed. */
export function decodeStageInput(text: string, valueOf: (id: string) => string = noValue): unknown {
  if (text.startsWith(sealedMark)) {
    const [, id = '', sealed = ''] = text.split(':');
    return unpacked(unseal(sealed, { id, value: valueOf(id) }));
  }
  if (!text.startsWith(gzipMark)) return JSON.parse(text);
  return unpacked(Buffer.from(text.slice(gzipMark.length), 'base64'));
}

function noValue(id: string): never {
  throw new Error(`The stage input is sealed with the key "${id}", and there are no keys.`);
}

function unpacked(packed: Buffer): unknown {
  return JSON.parse(gunzipSync(packed, { maxOutputLength: unpackedBytesMax }).toString('utf8'));
}
