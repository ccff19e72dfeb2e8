import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** An entry of the Secret with which the inputs of stages are sealed: its name, and its value of at least 32 characters. */
export interface SealingKey {
  id: string;
  value: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
const valueLengthMin = 32;

/** Returns bytes encrypted and authenticated with the key, in base64. Each call has another result. */
export function seal(bytes: Buffer, key: SealingKey): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce, { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** Returns the bytes that were sealed. Throws if the text is damaged or was sealed with another key. */
export function unseal(text: string, key: SealingKey): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes)];
  const decipher = createDecipheriv(algorithm, cipherKey(key), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

function cipherKey({ id, value }: SealingKey): Buffer {
  if (value.length < valueLengthMin)
    throw new Error(
      `The entry "${id}" of the Secret for the inputs of stages has fewer than ${valueLengthMin} characters.`,
    );
  return Buffer.from(hkdfSync('sha256', value, '', 'adwright stage input', keyBytes));
}
