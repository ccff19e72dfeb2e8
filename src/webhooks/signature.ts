import { createHmac, randomBytes } from 'node:crypto';

/** Headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

const secretPrefix = 'whsec_';
/** Minimum and maximum length of a secret in bytes, as in Standard Webhooks 1.0. */
const [secretBytesMin, secretBytesMax] = [24, 64];
const newSecretBytes = 32;

/**
 * Returns the key bytes of a secret in the form `whsec_` + base64, or undefined if the secret does not have this form
 * with 24 to 64 bytes.
 */
export function secretBytes(secret: string): Buffer | undefined {
  const text = secret.trim();
  if (!text.startsWith(secretPrefix)) return undefined;
  const encoded = text.slice(secretPrefix.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  return isBase64 && bytes.length >= secretBytesMin && bytes.length <= secretBytesMax ? bytes : undefined;
}

/** Returns a random secret of 32 bytes, in the form `whsec_` + base64. */
export function newSecret(): string {
  return formatSecret(randomBytes(newSecretBytes));
}

export function formatSecret(bytes: Buffer): string {
  return secretPrefix + bytes.toString('base64');
}

/**
 * Returns the headers that sign a message with every key. After a change of the secret, a receiver with either the old
 * or the new secret accepts the message. `time` is the time of the attempt.
 */
export function signatureHeaders(
  message: { id: string; body: Buffer },
  keys: readonly Buffer[],
  time: Date,
): SignatureHeaders {
  const seconds = Math.floor(time.getTime() / 1_000);
  const signatures = keys.map((key) => {
    const hmac = createHmac('sha256', key).update(`${message.id}.${seconds}.`).update(message.body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
